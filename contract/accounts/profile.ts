/** Texts of a user's own profile page. */
export const PROFILE_MESSAGES = {
	pictureFailed: 'Failed to upload profile picture. Please try again.',
	pictureError: 'An error occurred while uploading the profile picture.',
	noUserId: 'User ID not found. Please login again.',
	pictureChanged: 'Your picture has been changed.',
	pictureRemoved: 'Your picture has been removed.',
	emptyTitle: 'No uploads yet',
	emptyText: 'Share your first item to get started!',
} as const;
