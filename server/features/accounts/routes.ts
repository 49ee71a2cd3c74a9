import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
	changeName,
	changePassword,
	changePhone,
	deleteAccount,
	exportAccount,
	getAccount,
	getPerson,
	getProfile,
	removeProfilePicture,
	unlinkIdentity,
	updateProfilePicture,
} from '#contract/accounts/endpoints.ts';
import { PROFILE_ERRORS } from '#contract/accounts/errors.ts';
import { ACCOUNT_MESSAGES } from '#contract/accounts/facts.ts';
import { PROFILE_MESSAGES } from '#contract/accounts/profile.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import type { Db } from '#server/db/client.ts';
import {
	type AuthDeps,
	type ClientInfo,
	requirePerson,
	type SignInGuards,
} from '#server/features/auth/commands.ts';
import { presentOwnAccount, presentPerson } from '#server/features/auth/present.ts';
import { findUser, listIdentities } from '#server/features/auth/queries.ts';
import { findPersonDeals } from '#server/features/deals/reviews/queries.ts';
import { presentItemDetails } from '#server/features/items/present.ts';
import { listItemsOfSeller } from '#server/features/items/queries.ts';
import { clientGoneSignal } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { AppError } from '#server/lib/app-error.ts';
import { requireName } from '#server/lib/person-fields.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import type { PhotoUrls } from '#server/storage/photo-urls.ts';
import {
	changePicture,
	type ErasureDeps,
	type ExportDeps,
	eraseAccount,
	exportPerson,
	logErasure,
	setName,
	setPassword,
	setPhone,
	unlinkProvider,
} from './commands.ts';
import type { AccountLifecycle } from './moderation.ts';
import { createMonthFormatter, presentAccount } from './present.ts';
import { countItemsOf, findReplyMinutes, setPicture } from './queries.ts';

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

	route(app, getAccount, async ({ caller }) => {
		const user = requirePerson(await findUser(db, caller.id));
		const account = presentAccount(user, await listIdentities(db, caller.id), deps);
		return { account };
	});

	route(app, changeName, async ({ body, caller }) => {
		requireName('userName', body.userName, deps.siteName);
		await setName(db, caller.id, body);
		return { message: ACCOUNT_MESSAGES.nameChanged };
	});

	route(app, unlinkIdentity, async ({ params, caller, request, log }) => {
		await unlinkProvider(deps, caller, params.provider);
		log.info({ userId: caller.id, ip: request.ip }, 'identity unlinked');
		return { message: ACCOUNT_MESSAGES.unlinked };
	});

	route(app, exportAccount, async ({ caller, reply }) => {
		const data = await exportPerson(deps, caller.id, clientGoneSignal(reply));
		reply.header('content-disposition', 'attachment; filename="my-data.json"');
		reply.header('cache-control', 'no-store');
		return data;
	});
}

/** The routes that ask for the password, because a stolen session must not allow them. */
function reauthenticatedRoutes(app: FastifyInstance, deps: AccountDeps): void {
	const { backgroundDb, realtime, accountLifecycle, throttle, clientInfoOf } = deps;

	route(app, changePhone, async (call) => {
		const { body, caller, request, log } = call;
		const message = await throttle.guardSession(call, () => setPhone(deps, caller, body));
		log.info({ userId: caller.id, ip: request.ip }, 'phone number changed');
		return { message };
	});

	route(app, changePassword, async (call) => {
		const { body, caller, request, log } = call;
		const clientInfo = clientInfoOf(request);
		const { accessToken } = await throttle.guardSession(call, () =>
			setPassword(deps, caller, body, clientInfo),
		);
		log.info({ userId: caller.id, by: 'session', ip: request.ip }, 'password changed');
		realtime.endUser(caller.id, caller.sessionId);
		return { message: ACCOUNT_MESSAGES.passwordChanged, accessToken };
	});

	route(app, deleteAccount, async (call) => {
		const { body, caller, log } = call;
		await throttle.guardSession(call, () =>
			eraseAccount({ ...deps, db: backgroundDb }, caller, body),
		);
		logErasure(log, caller.id);
		realtime.endUser(caller.id);
		accountLifecycle.afterEnd(realtime, caller.id);
		return { message: ACCOUNT_MESSAGES.deleted };
	});
}

interface ProfileDeps {
	db: Db;
	store: PhotoStore;
	photoUrls: PhotoUrls;
}

/** Routes of the caller's profile with all their items, and of their profile picture. */
export function profileRoutes(app: FastifyInstance, { db, store, photoUrls }: ProfileDeps): void {
	route(app, getProfile, async ({ caller }) => {
		const [found, rows] = await Promise.all([
			findUser(db, caller.id),
			listItemsOfSeller(db, caller.id),
		]);
		const account = presentOwnAccount(requirePerson(found), photoUrls);
		const { id, userName, email, profilePicUrl: profilePicture } = account;
		const items = rows.map((row) => presentItemDetails(row, photoUrls, caller.id));
		const profile = { ...account, profilePicture };
		return { data: { profile, items, id, userId: id, userName, email } };
	});

	route(
		app,
		updateProfilePicture,
		async ({ caller, files }) => {
			const profilePictureUrl = photoUrls.of(await changePicture({ db, store }, caller.id, files));
			return { profilePictureUrl, data: { profilePicUrl: profilePictureUrl } };
		},
		{
			before: async ({ params, caller }) => {
				if (params.id !== caller.id) throw new AppError('forbidden', PROFILE_ERRORS.notYours);
			},
		},
	);

	route(app, removeProfilePicture, async ({ caller }) => {
		await setPicture(db, caller.id, null);
		return { message: PROFILE_MESSAGES.pictureRemoved };
	});
}

/** Public profiles of users. A banned or erased user has none. */
export function peopleRoutes(
	app: FastifyInstance,
	{ db, photoUrls, timeZone }: { db: Db; photoUrls: PhotoUrls; timeZone: string },
): void {
	const formatMonth = createMonthFormatter(timeZone);

	route(app, getPerson, async ({ params }) => {
		const user = await findUser(db, params.id);
		if (!user || user.bannedAt) throw new AppError('not_found', AUTH_ERRORS.userNotFound);
		const [counts, replyMinutes, deals] = await Promise.all([
			countItemsOf(db, user.id),
			findReplyMinutes(db, user.id),
			findPersonDeals(db, user.id),
		]);
		return {
			person: {
				...presentPerson(user, photoUrls),
				joined: formatMonth(user.createdAt),
				...counts,
				replyMinutes,
				...deals,
			},
		};
	});
}
