import { expect, test } from 'vitest';
import { PROFILE_MESSAGES } from './profile.ts';

test('the profile messages are those that clients and screens show', () => {
	expect(PROFILE_MESSAGES).toMatchObject({
		pictureFailed: 'Failed to upload profile picture. Please try again.',
		pictureError: 'An error occurred while uploading the profile picture.',
		noUserId: 'User ID not found. Please login again.',
		emptyTitle: 'No uploads yet',
		emptyText: 'Share your first item to get started!',
	});
});
