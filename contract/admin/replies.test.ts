import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ADMIN_ITEM_MESSAGES, ADMIN_ITEM_PHOTOS_MAX, ADMIN_ITEM_STATUS_LABELS } from './items.ts';
import { adminUserDetails } from './users.ts';

const NOW = '2026-11-20T08:00:00.000Z';
const success = true;
const user = {
	id: 12,
	userName: 'Asha',
	email: null,
	isEmailConfirmed: false,
	phoneNumber: '+919876543210',
	isVerified: true,
	isBanned: false,
	banReason: null,
	createdAt: NOW,
	itemCount: 1,
	Items: [{ id: 7, title: 'Mini drafter', status: 'sold', createdAt: NOW }],
};
const deals = { completed: 3, missed: 0, reviews: 1, rating: null };

test('a reply about a user contains no secrets of the database row', () => {
	const row = { ...user, passwordHash: '$argon2id$', tokenVersion: 3 };

	const details = { success, user: row, deals, history: [] };
	expect(z.parse(adminUserDetails, details)).toEqual({ ...details, user });
});

test('the status labels, the delete confirmation and the photo limit of items are those that clients and screens show', () => {
	expect(ADMIN_ITEM_STATUS_LABELS).toEqual({
		available: 'Available',
		sold: 'Sold',
		banned: 'Banned',
		removed: 'Removed by its owner',
		deleted: 'Deleted',
	});
	expect(ADMIN_ITEM_MESSAGES.deleteConfirmation).toBe('Are you sure you want to delete this item?');
	expect(ADMIN_ITEM_PHOTOS_MAX).toBe(4);
});
