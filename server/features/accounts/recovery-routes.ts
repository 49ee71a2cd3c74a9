import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { confirmEmail, forgotPassword, resetPassword } from '#contract/auth/endpoints.ts';
import { RECOVERY_MESSAGES } from '#contract/auth/recovery.ts';
import {
	accountKeyOf,
	type ClientInfo,
	type SignInGuards,
} from '#server/features/auth/commands.ts';
import { publishNotificationsChanged } from '#server/features/notifications/commands.ts';
import { route } from '#server/http/route.ts';
import type { Realtime } from '#server/realtime/realtime.ts';
import {
	confirmEmailByToken,
	type ResetDeps,
	sendResetLink,
	setPasswordByToken,
} from './recovery.ts';

/**
 * Longer than looking up an account and requesting its mail takes, so that the response time does not reveal whether
 * the account exists.
 */
const FORGOT_MIN_RESPONSE_MS = 250;

/** Routes to reset a password and to confirm an address with a mailed link. */
export function recoveryRoutes(
	app: FastifyInstance,
	deps: ResetDeps &
		SignInGuards & { realtime: Realtime; clientInfoOf: (request: FastifyRequest) => ClientInfo },
): void {
	const { realtime, throttle, knownBrowsers, clientInfoOf } = deps;

	route(
		app,
		forgotPassword,
	)(async ({ body, request, reply, log }) => {
		await throttle.requireMailAllowed({
			account: accountKeyOf(body),
			ipAddress: request.ip,
			reply,
		});
		const [userId] = await Promise.all([
			sendResetLink(deps, body),
			setTimeout(FORGOT_MIN_RESPONSE_MS),
		]);
		if (userId) log.info({ userId, ip: request.ip }, 'link to set a password asked for');
		return { success: true, message: RECOVERY_MESSAGES.linkSent };
	});

	route(
		app,
		resetPassword,
	)(async ({ body, request, reply, log }) => {
		const { user, accessToken } = await setPasswordByToken(deps, body, clientInfoOf(request));
		const { id, email } = user;
		const facts = { userId: id, by: 'mailed link', ip: request.ip };
		log.info(facts, 'password changed');
		if (accessToken) log.info(facts, 'signed in');
		realtime.endUser(id);
		// A known browser is not slowed down by the failed attempts of others.
		if (email) knownBrowsers.remember(reply, email);
		return {
			success: true,
			message: RECOVERY_MESSAGES.passwordReset,
			...(accessToken && { accessToken, user: { id } }),
		};
	});

	route(
		app,
		confirmEmail,
	)(async ({ body, caller, request, log }) => {
		const { id, email, verifiedAt } = await confirmEmailByToken(deps, body.token, caller);
		log.info({ userId: id, ip: request.ip }, 'address confirmed');
		publishNotificationsChanged(realtime, [id]);
		const message = RECOVERY_MESSAGES.emailConfirmed;
		return { success: true, message, email: email ?? '', isVerified: verifiedAt !== null };
	});
}
