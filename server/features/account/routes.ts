import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
	ACCOUNT_MESSAGES,
	changeEmail,
	changeName,
	changePassword,
	changePhone,
	deleteAccount,
	exportAccount,
	getAccount,
	sendConfirmation,
	unlinkIdentity,
} from '#contract/account.ts';
import type { Db } from '#server/db/client.ts';
import type { Doors, Visitor } from '#server/features/auth/commands.ts';
import { findUser, listIdentities, updateUser } from '#server/features/auth/queries.ts';
import { closeChatsWith } from '#server/features/chats/commands.ts';
import { route } from '#server/http/route.ts';
import type { LiveServer } from '#server/realtime/live.ts';
import type { PhotoAddresses } from '#server/storage/published-photos.ts';
import {
	mailConfirmation,
	setPassword,
	setPhone,
	startEmailChange,
	unlinkProvider,
} from './commands.ts';
import { eraseAccount } from './erasure.ts';
import { exportPerson } from './export.ts';
import { presentAccount } from './present.ts';
import { requirePerson } from './proof.ts';

interface AccountDeps extends Doors {
	/** For erasing, which takes as long as it takes. */
	unhurried: Db;
	addresses: PhotoAddresses;
	live: LiveServer;
	/** Whether a sign-in provider is configured. */
	canLink: boolean;
	visitorOf: (request: FastifyRequest) => Visitor;
}

export function accountRoutes(app: FastifyInstance, deps: AccountDeps): void {
	const { db, unhurried, addTask, addresses, live, visitorOf } = deps;

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
		requirePerson(await updateUser(db, caller.id, { userName: body.userName }));
		return { success: true, message: ACCOUNT_MESSAGES.nameChanged };
	});

	route(
		app,
		changeEmail,
	)(async ({ body, caller }) => {
		return { success: true, message: await startEmailChange(deps, caller, body) };
	});

	route(
		app,
		sendConfirmation,
	)(async ({ caller }) => {
		await mailConfirmation(deps, caller.id);
		return { success: true, message: ACCOUNT_MESSAGES.confirmationSent };
	});

	route(
		app,
		changePhone,
	)(async ({ body, caller }) => {
		return { success: true, message: await setPhone(db, caller, body) };
	});

	route(
		app,
		changePassword,
	)(async ({ body, caller, request }) => {
		const { accessToken } = await setPassword(deps, caller, body, visitorOf(request));
		live.endUser(caller.id, caller.sessionId);
		return { success: true, message: ACCOUNT_MESSAGES.passwordChanged, accessToken };
	});

	route(
		app,
		unlinkIdentity,
	)(async ({ params, caller }) => {
		await unlinkProvider(db, caller, params.provider);
		return { success: true, message: ACCOUNT_MESSAGES.unlinked };
	});

	route(
		app,
		exportAccount,
	)(async ({ caller, reply }) => {
		const data = await exportPerson(db, addresses, caller.id);
		reply.header('content-disposition', 'attachment; filename="my-data.json"');
		reply.header('cache-control', 'no-store');
		return data;
	});

	route(
		app,
		deleteAccount,
	)(async ({ body, caller }) => {
		await eraseAccount({ db: unhurried, addTask }, caller, body);
		live.endUser(caller.id);
		closeChatsWith(live, caller.id);
		return { success: true, message: ACCOUNT_MESSAGES.deleted };
	});
}
