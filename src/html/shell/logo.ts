import { once } from '../../concurrency/once.ts'
import { assets } from '../assets/assets.ts'
import { svgUrl } from '../assets/svg-url.ts'

/** The logo as a data URL, for pages whose first visit has other files to load. */
export const logoUrl = once(() => svgUrl(String(assets().logo.body)))
