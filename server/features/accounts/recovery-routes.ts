import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import {
	confirmEmail,
	forgotPassword,
	RECOVERY_MESSAGES,
	resetPassword,
} from '#contract/auth/recovery.ts';
import { LIVE_EVENTS } from '#contract/chat/facts.ts';
import { accountNamed, type Porter } from '#server/features/auth/commands.ts';
import { route } from '#server/http/route.ts';
import type { Live } from '#server/realtime/realtime.ts';
import { confirmByToken, mailResetLink, type Recovery, setPasswordByToken } from './recovery.ts';

/** Longer than looking for an account and asking for its mail takes: the time of the answer must not tell either. */
const FORGOT_ANSWER_MS = 250;

export function recoveryRoutes(
	app: FastifyInstance,
	deps: Recovery & Porter & { live: Live },
): void {
	const { live, throttle, devices } = deps;

	route(
		app,
		forgotPassword,
	)(async ({ body, request, reply, log }) => {
		await throttle.requireMail({ account: accountNamed(body), address: request.ip, reply });
		const [userId] = await Promise.all([mailResetLink(deps, body), setTimeout(FORGOT_ANSWER_MS)]);
		if (userId) log.info({ userId, ip: request.ip }, 'link to set a password asked for');
		return { success: true, message: RECOVERY_MESSAGES.linkOnItsWay };
	});

	route(
		app,
		resetPassword,
	)(async ({ body, request, reply, log }) => {
		const { id, email } = await setPasswordByToken(deps, body);
		log.info({ userId: id, by: 'mailed link', ip: request.ip }, 'password changed');
		live.endUser(id);
		// Whoever has to wait at the door because of others comes in by their mail.
		if (email) devices.remember(reply, email);
		return { success: true, message: RECOVERY_MESSAGES.passwordReset };
	});

	route(
		app,
		confirmEmail,
	)(async ({ body, caller, request, log }) => {
		const { id, email, verifiedAt } = await confirmByToken(deps, body.token, caller);
		log.info({ userId: id, ip: request.ip }, 'address confirmed');
		live.toUser(id, LIVE_EVENTS.noticesChanged, {});
		const message = RECOVERY_MESSAGES.emailConfirmed;
		return { success: true, message, email: email ?? '', isVerified: verifiedAt !== null };
	});
}
