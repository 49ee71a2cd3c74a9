import { type TOTP, URI } from 'otpauth';
import { vi } from 'vitest';
import type { SignedInAdmin } from './administrators.ts';
import type { App } from './app.ts';
import { PASSWORD } from './password.ts';

const STEP_MS = 30_000;

/** The code that an authenticator app shows `stepOffset` steps of 30 s from now. */
export function codeOf(uri: string, stepOffset = 0): string {
	return (URI.parse(uri) as TOTP).generate({ timestamp: Date.now() + stepOffset * STEP_MS });
}

/** A code that is not accepted at this time. */
export function wrongCodeOf(uri: string): string {
	const validCodes = [-1, 0, 1].map((stepOffset) => codeOf(uri, stepOffset));
	return ['000000', '111111', '222222', '333333'].find((code) => !validCodes.includes(code)) ?? '';
}

/** Advances the fake clock by one time step, so that the next code is valid. */
export const advanceTimeStep = () => vi.setSystemTime(Date.now() + STEP_MS);

/** @returns the URI that an authenticator app reads */
export async function startSetup(app: Pick<App, 'as'>, admin: SignedInAdmin): Promise<string> {
	const body = { currentPassword: PASSWORD };
	const res = await app.as(admin).post('/admin/two-step/begin', body);
	return res.json().uri;
}

/** An administrator who has confirmed two-step sign-in with the first code of an authenticator; its next code is valid now. */
export async function adminWithTwoStep(app: Pick<App, 'as' | 'admin'>) {
	const admin = await app.admin();
	const uri = await startSetup(app, admin);
	await app.as(admin).post('/admin/two-step/confirm', { code: codeOf(uri) });
	advanceTimeStep();
	return { admin, uri };
}
