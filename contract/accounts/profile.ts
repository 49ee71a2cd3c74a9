import * as z from 'zod/mini';
import { ownAccount } from '#contract/auth/person-fields.ts';
import { byId, success } from '#contract/core/common.ts';
import { endpoint } from '#contract/core/endpoint.ts';
import { itemDetails } from '#contract/items/items.ts';

export const PROFILE_MESSAGES = {
	pictureFailed: 'Failed to upload profile picture. Please try again.',
	pictureError: 'An error occurred while uploading the profile picture.',
	noUserId: 'User ID not found. Please login again.',
	noPicture: 'Please choose a picture.',
	onePicture: 'Please choose one picture.',
	pictureChanged: 'Your picture has been changed.',
	pictureRemoved: 'Your picture has been removed.',
	notYours: 'You can only change your own picture.',
	emptyTitle: 'No uploads yet',
	emptyText: 'Share your first item to get started!',
} as const;

export const getProfile = endpoint({
	method: 'GET',
	path: '/profile/get-profile',
	summary: 'Returns my account and all my items.',
	auth: 'user',
	reply: z.object({
		success,
		data: z.object({
			profile: z.extend(ownAccount, { profilePicture: z.nullable(z.string()) }),
			items: z.array(itemDetails),
			id: z.int(),
			userId: z.int(),
			userName: z.string(),
			email: z.nullable(z.string()),
		}),
	}),
});

export const updateProfilePicture = endpoint({
	method: 'PUT',
	path: '/profile/update-profile-picture/:id',
	summary: 'Replaces my profile picture; the photo rules of the edit form apply.',
	auth: 'user',
	limit: 'posting',
	params: byId,
	files: 'profilePicture',
	reply: z.object({
		success,
		profilePictureUrl: z.string(),
		data: z.object({ profilePicUrl: z.string() }),
	}),
});

export const removeProfilePicture = endpoint({
	method: 'DELETE',
	path: '/profile/picture',
	summary:
		'Removes my profile picture; pages show my initials instead. Without a picture nothing changes.',
	auth: 'user',
	reply: z.object({ success, message: z.string() }),
});
