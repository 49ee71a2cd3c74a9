import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
	changeEmail,
	changeName,
	changePassword,
	changePhone,
	deleteAccount,
	exportAccount,
	getAccount,
	sendConfirmation,
	unlinkIdentity,
} from '#contract/accounts/endpoints.ts';
import { ACCOUNT_MESSAGES } from '#contract/accounts/facts.ts';
import {
	type AuthDeps,
	type ClientInfo,
	requirePerson,
	type SignInGuards,
} from '#server/features/auth/commands.ts';
import { findUser, listIdentities } from '#server/features/auth/queries.ts';
import type { Caller } from '#server/http/authenticate.ts';
import { clientGoneSignal } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { requireName } from '#server/lib/names.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import {
	sendConfirmationMail,
	setName,
	setPassword,
	setPhone,
	startEmailChange,
	unlinkProvider,
} from './commands.ts';
import type { AccountLifecycle } from './moderation.ts';
import { presentAccount } from './present.ts';
import { type ErasureDeps, eraseAccount, logErasure } from './privacy/erasure.ts';
import { type ExportDeps, exportPerson } from './privacy/export.ts';

interface AccountDeps extends AuthDeps, ErasureDeps, ExportDeps, Pick<SignInGuards, 'throttle'> {
	realtime: RealtimeServer;
	accountLifecycle: AccountLifecycle;
	/** Whether a sign-in provider is configured. */
	canLink: boolean;
	clientInfoOf: (request: FastifyRequest) => ClientInfo;
}

/** Routes of the user's own account: its data, contacts, password, linked identities, export and deletion. */
export function accountRoutes(app: FastifyInstance, deps: AccountDeps): void {
	const { db } = deps;
	reauthenticatedRoutes(app, deps);

	route(
		app,
		getAccount,
	)(async ({ caller }) => {
		const user = requirePerson(await findUser(db, caller.id));
		const account = presentAccount(user, await listIdentities(db, caller.id), deps);
		return { success: true, account };
	});

	route(
		app,
		changeName,
	)(async ({ body, caller }) => {
		requireName('userName', body.userName, deps.siteName);
		await setName(db, caller.id, body);
		return { success: true, message: ACCOUNT_MESSAGES.nameChanged };
	});

	route(
		app,
		sendConfirmation,
	)(async ({ caller, request, reply, log }) => {
		await sendConfirmationMail({ ...deps, reply }, caller.id);
		log.info({ userId: caller.id, ip: request.ip }, 'link to confirm an address asked for');
		return { success: true, message: ACCOUNT_MESSAGES.confirmationSent };
	});

	route(
		app,
		unlinkIdentity,
	)(async ({ params, caller, request, log }) => {
		await unlinkProvider(deps, caller, params.provider);
		log.info({ userId: caller.id, ip: request.ip }, 'identity unlinked');
		return { success: true, message: ACCOUNT_MESSAGES.unlinked };
	});

	route(
		app,
		exportAccount,
	)(async ({ caller, reply }) => {
		const data = await exportPerson(deps, caller.id, clientGoneSignal(reply));
		reply.header('content-disposition', 'attachment; filename="my-data.json"');
		reply.header('cache-control', 'no-store');
		return data;
	});
}

/** A request that has to prove the password. */
interface ReauthenticatedCall {
	caller: Caller;
	request: FastifyRequest;
	reply: FastifyReply;
}

/** The routes that ask for the password, because a stolen session must not allow them. */
function reauthenticatedRoutes(app: FastifyInstance, deps: AccountDeps): void {
	const { backgroundDb, realtime, accountLifecycle, throttle, clientInfoOf } = deps;
	/**
	 * Limits password attempts per session. A thief of a session gets no more attempts than at sign-in, and does not
	 * block the owner from signing in.
	 */
	const guard = <T>({ caller, request, reply }: ReauthenticatedCall, run: () => Promise<T>) => {
		const account = `signed in ${caller.id}`;
		return throttle.guard(
			{ account, ipAddress: request.ip, browserId: caller.sessionId, reply },
			run,
		);
	};

	route(
		app,
		changeEmail,
	)(async (call) => {
		const { body, caller, request, reply, log } = call;
		const message = await guard(call, () => startEmailChange({ ...deps, reply }, caller, body));
		log.info({ userId: caller.id, ip: request.ip }, 'change of address asked for');
		return { success: true, message };
	});

	route(
		app,
		changePhone,
	)(async (call) => {
		const { body, caller, request, log } = call;
		const message = await guard(call, () => setPhone(deps, caller, body));
		log.info({ userId: caller.id, ip: request.ip }, 'phone number changed');
		return { success: true, message };
	});

	route(
		app,
		changePassword,
	)(async (call) => {
		const { body, caller, request, log } = call;
		const clientInfo = clientInfoOf(request);
		const { accessToken } = await guard(call, () => setPassword(deps, caller, body, clientInfo));
		log.info({ userId: caller.id, by: 'session', ip: request.ip }, 'password changed');
		realtime.endUser(caller.id, caller.sessionId);
		return { success: true, message: ACCOUNT_MESSAGES.passwordChanged, accessToken };
	});

	route(
		app,
		deleteAccount,
	)(async (call) => {
		const { body, caller, log } = call;
		await guard(call, () => eraseAccount({ ...deps, db: backgroundDb }, caller, body));
		logErasure(log, caller.id);
		realtime.endUser(caller.id);
		accountLifecycle.afterEnd(realtime, caller.id);
		return { success: true, message: ACCOUNT_MESSAGES.deleted };
	});
}
