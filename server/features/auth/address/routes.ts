import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { changeEmail, sendConfirmation } from '#contract/accounts/endpoints.ts';
import { ACCOUNT_MESSAGES } from '#contract/accounts/facts.ts';
import { confirmEmail, forgotPassword, resetPassword } from '#contract/auth/endpoints.ts';
import { RECOVERY_MESSAGES } from '#contract/auth/recovery.ts';
import {
	type AuthDeps,
	accountKeyOf,
	type ClientInfo,
	type SignInGuards,
} from '#server/features/auth/commands.ts';
import { route } from '#server/http/route.ts';
import type { Realtime } from '#server/realtime/realtime.ts';
import {
	confirmEmailByToken,
	type ResetDeps,
	sendConfirmationMail,
	sendResetLink,
	setPasswordByToken,
	startEmailChange,
} from './commands.ts';

interface AddressDeps extends AuthDeps, SignInGuards {
	realtime: Realtime;
	accountLifecycle: ResetDeps['accountLifecycle'] & {
		/** After the commit that confirms an address with a mailed link. */
		afterConfirmation: (realtime: Realtime, userId: number) => void;
	};
	clientInfoOf: (request: FastifyRequest) => ClientInfo;
}

/**
 * Longer than looking up an account and requesting its mail takes, so that the response time does not reveal whether
 * the account exists.
 */
const FORGOT_MIN_RESPONSE_MS = 250;

/** Routes to change and confirm the email address, and to reset the password with a link mailed to it. */
export function addressRoutes(app: FastifyInstance, deps: AddressDeps): void {
	const { realtime, accountLifecycle, throttle, mailThrottle, knownBrowsers, clientInfoOf } = deps;

	route(app, changeEmail, async (call) => {
		const { body, caller, request, reply, log } = call;
		const message = await throttle.guardSession(call, () =>
			startEmailChange({ ...deps, reply }, caller, body),
		);
		log.info({ userId: caller.id, ip: request.ip }, 'change of address asked for');
		return { message };
	});

	route(app, sendConfirmation, async ({ caller, request, reply, log }) => {
		await sendConfirmationMail({ ...deps, reply }, caller.id);
		log.info({ userId: caller.id, ip: request.ip }, 'link to confirm an address asked for');
		return { message: ACCOUNT_MESSAGES.confirmationSent };
	});

	route(app, confirmEmail, async ({ body, caller, request, log }) => {
		const { id, email, verifiedAt } = await confirmEmailByToken(deps, body.token, caller);
		log.info({ userId: id, ip: request.ip }, 'address confirmed');
		accountLifecycle.afterConfirmation(realtime, id);
		const message = RECOVERY_MESSAGES.emailConfirmed;
		return { message, email: email ?? '', isVerified: verifiedAt !== null };
	});

	route(app, forgotPassword, async ({ body, request, reply, log }) => {
		await mailThrottle.requireMailAllowed({
			account: accountKeyOf(body),
			ipAddress: request.ip,
			reply,
		});
		const [userId] = await Promise.all([
			sendResetLink(deps, body),
			setTimeout(FORGOT_MIN_RESPONSE_MS),
		]);
		if (userId) log.info({ userId, ip: request.ip }, 'link to set a password asked for');
		return { message: RECOVERY_MESSAGES.linkSent };
	});

	route(app, resetPassword, async ({ body, request, reply, log }) => {
		const { user, accessToken } = await setPasswordByToken(deps, body, clientInfoOf(request));
		const { id, email } = user;
		const facts = { userId: id, by: 'mailed link', ip: request.ip };
		log.info(facts, 'password changed');
		if (accessToken) log.info(facts, 'signed in');
		realtime.endUser(id);
		// A known browser is not slowed down by the failed attempts of others.
		if (email) knownBrowsers.remember(reply, email);
		return {
			message: RECOVERY_MESSAGES.passwordReset,
			...(accessToken && { accessToken, user: { id } }),
		};
	});
}
