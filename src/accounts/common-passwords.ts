/** The most common leaked passwords of at least twelve characters, in lower case. */
const COMMON = new Set(
  `123456789012,1234567890123,12345678901234,123456789123,012345678910,1q2w3e4r5t6y,1q2w3e4r5t6y7u,1qaz2wsx3edc,
1qaz2wsx3edc4rfv,qwertyuiop12,qwertyuiop123,qwerty123456,qwertyqwerty,qwertyuiopas,qwertyuiopasdfghjkl,asdfghjklzxc,
zxcvbnmasdfg,passwordpassword,password1234,password12345,password123456,password2024,password2025,password2026,
password!123,passw0rd1234,mypassword123,mypassword1234,yourpassword,changemechangeme,changeme1234,letmeinletmein,
letmein12345,welcome12345,welcome123456,iloveyou1234,iloveyouforever,iloveyousomuch,administrator,admin1234567,
adminadminadmin,rootrootroot,trustno1trustno1,abcd1234abcd,a1b2c3d4e5f6,sunshine1234,princess1234,football1234,
baseball1234,superman1234,dragon123456,monkey123456,michael12345,charlie12345,unbelievable,manchesterunited,
liverpoolfc1,correcthorsebatterystaple,correct horse battery staple,thequickbrownfox,the quick brown fox,
reading-queue,readingqueue,reading queue,readingqueue1,readingqueue123,reading-queue1`
    .split(',')
    .map((password) => password.trim()),
)

/** Whether a lower-case password is on the list, repeats a short pattern or is a sequence. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password) || isRepetition(password) || isSequence(password)
}

/** A pattern of one to four characters repeated: `abcabcabcabc`. */
function isRepetition(text: string): boolean {
  for (let length = 1; length <= 4; length++) {
    const unit = text.slice(0, length)
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return true
  }
  return false
}

/** A constant difference between neighbouring characters: `abcdefghijkl`. */
function isSequence(text: string): boolean {
  const differences = new Set<number>()
  for (let at = 1; at < text.length; at++) differences.add(text.charCodeAt(at) - text.charCodeAt(at - 1))
  return differences.size === 1
}
