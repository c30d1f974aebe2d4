/**
 * The migrations that have landed, in order, each with its checksum. There are databases that took them, and the
 * service refuses a database whose checksum differs: so a line is added here with each new migration, and none is
 * ever changed.
 */
export const LANDED: Record<string, string> = {
  '1 first': 'dd629f325fd8bf9132b3911a67d594bb6f4915a872d0dde60879cca05222a2fb',
  '2 articles': '7750123772764f55d59ffc515c2a06693a4a0c89a4b2f088e0d8a65548f9bce6',
  '3 search': '4fb5c2da395fb83061fdbbf8d26accc7dd2e24b800030de9210d037ddc71ed51',
  '4 accounts': 'da3622e5cf370565c95ade9cc7930cbd1844055355efe1f148df5c0271b3302c',
  '5 settings': '2d084a0cd69dbbdc0ec8293d86f2a9bfcfac3ceb7ebb17b7312346b9371ec0ea',
  '7 pause': '2c5dddbd79db812f1041f0433dd2815cfce6960cde07e06d506dd737a15d7441',
  '8 ledger': '9c15665655f7365e207b6d17718015abda27f2874107809c75c76435ae2ceb92',
  '9 tag-counts': '214481e4e367414ba7a57205b358033ae2bfcb457b2d56afc465ebce98e896ef',
  '10 sealed-answers': 'c17700b8c121d09a620e16e2e01bea8c338ac2530cf12a641b39b5af7d005c3a',
  '11 large-queues': '7591c17073d5d913ca501c80e12baa4688e2c34560d14d296bd49505f8c38d99',
  '12 rendered-articles': 'ecce27a17150d38e05f1317e5dfc080cb5627cb0646a80932e07559f49326ccc',
  '13 acts': '78c229067f5c57a9e74601eeffa95e160f2cecb86b53893a5eec26760ee2c029',
  '14 sign-in': 'eb3a9651596e6907319739a819a438bb72cbd046891cc32cf245839de78c2c6e',
  '15 storage': 'c1e749fdee0ffa05f24f74a1d46620a53445416931b2ddd5347b405137808b34',
  '17 registrations-by-network': 'eb6a921c4356978161b42829e43ccc502bf3adb0954b33f62964562d4d1f6621',
  '18 ended-accounts': 'd3a6770605eb53a96a6f50ae26b9541b060ab00b57bbbfa50e2b1b0797282527',
  '19 owner': '720f8a6bf07231a7bd3dd840e05da8360055ea24ab9ce63ea4c9e22ac39298e4',
  '20 counted-statistics': 'e7ab73edb8c2d11572a1e6ef57212ec762062455895df608d83e2356a3f8636e',
  '21 order-of-lists': '1a7a5584007190a997183013609523876ba52ef0ded41c0a7ab354d5aeba16a8',
  '22 undone-fields': '6bd9b7e71ea77d5583674e6ca6b365f9a6feb70c6cc39c7baf13e06bcda96b2e',
  '23 withdrawn-captures': 'c965733ab6241f296b70e647dc52ef503de74e5d994f86e21b1aba3f1738ca92',
}
