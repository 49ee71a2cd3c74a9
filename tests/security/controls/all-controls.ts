import { ACCESS_CONTROLS } from './access-controls.ts';
import { BROWSER_CONTROLS } from './browser-controls.ts';
import type { Control } from './control.ts';
import { INPUT_CONTROLS } from './input-controls.ts';
import { PRIVACY_CONTROLS } from './privacy-controls.ts';
import { SESSION_CONTROLS } from './session-controls.ts';
import { SIGN_IN_CONTROLS } from './sign-in-controls.ts';

/** Every security control, with the code change that disables it and the test that must fail then. */
export const CONTROLS: readonly Control[] = [
	...ACCESS_CONTROLS,
	...SIGN_IN_CONTROLS,
	...SESSION_CONTROLS,
	...BROWSER_CONTROLS,
	...INPUT_CONTROLS,
	...PRIVACY_CONTROLS,
];
