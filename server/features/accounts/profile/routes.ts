import type { FastifyInstance } from 'fastify';
import {
	getProfile,
	removeProfilePicture,
	updateProfilePicture,
} from '#contract/accounts/endpoints.ts';
import { PROFILE_ERRORS } from '#contract/accounts/errors.ts';
import { PROFILE_MESSAGES } from '#contract/accounts/profile.ts';
import type { Db } from '#server/db/client.ts';
import { requirePerson } from '#server/features/auth/commands.ts';
import { presentOwnAccount } from '#server/features/auth/present.ts';
import { findUser } from '#server/features/auth/queries.ts';
import { presentItemDetails } from '#server/features/items/present.ts';
import { listItemsOfSeller } from '#server/features/items/queries.ts';
import { route } from '#server/http/route.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { PhotoUrls } from '#server/storage/create-photo-urls.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { changePicture } from './commands.ts';
import { setPicture } from './queries.ts';

interface ProfileDeps {
	db: Db;
	store: PhotoStore;
	photoUrls: PhotoUrls;
}

/** Routes of the caller's profile with all their items, and of their profile picture. */
export function profileRoutes(app: FastifyInstance, { db, store, photoUrls }: ProfileDeps): void {
	route(
		app,
		getProfile,
	)(async ({ caller }) => {
		const [found, rows] = await Promise.all([
			findUser(db, caller.id),
			listItemsOfSeller(db, caller.id),
		]);
		const account = presentOwnAccount(requirePerson(found), photoUrls);
		const { id, userName, email, profilePicUrl: profilePicture } = account;
		const items = rows.map((row) => presentItemDetails(row, photoUrls, caller.id));
		const profile = { ...account, profilePicture };
		return { success: true, data: { profile, items, id, userId: id, userName, email } };
	});

	route(app, updateProfilePicture)(
		async ({ caller, files }) => {
			const profilePictureUrl = photoUrls.of(await changePicture({ db, store }, caller.id, files));
			return { success: true, profilePictureUrl, data: { profilePicUrl: profilePictureUrl } };
		},
		{
			before: async ({ params, caller }) => {
				if (params.id !== caller.id) throw new AppError('forbidden', PROFILE_ERRORS.notYours);
			},
		},
	);

	route(
		app,
		removeProfilePicture,
	)(async ({ caller }) => {
		await setPicture(db, caller.id, null);
		return { success: true, message: PROFILE_MESSAGES.pictureRemoved };
	});
}
