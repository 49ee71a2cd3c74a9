import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { paginationOf } from '../paging.ts';
import { administrators, registeredAdministrator } from './administrators.ts';
import { activityAnalytics, itemAnalytics, userAnalytics } from './analytics.ts';
import { auditLogs } from './audit-logs.ts';
import { adminFeedbacks, bulkApproved, feedbackAnalytics } from './feedback.ts';
import {
	ADMIN_ITEM_MESSAGES,
	ADMIN_ITEM_PICTURES,
	ADMIN_ITEM_STATUS_LABELS,
	adminItems,
} from './items.ts';
import { notifications } from './notifications.ts';
import { adminReports, adminUserReports } from './reports.ts';
import { adminProfile, adminSignedIn } from './session.ts';
import { settings } from './settings.ts';
import { adminUserDetails, adminUsers } from './users.ts';

const NOW = '2026-11-20T08:00:00.000Z';
const success = true;
const pagination = paginationOf(1, 10, 1);
const admin = { id: 1, username: 'Dean', email: 'dean@college.example', roleLevel: 'super_admin' };
const reporter = { id: 12, userName: 'Asha' };
const resolver = { id: 1, username: 'Dean' };
const user = {
	id: 12,
	userName: 'Asha',
	email: null,
	phoneNumber: '+919876543210',
	isVerified: true,
	isBanned: false,
	createdAt: NOW,
	Items: [{ id: 7, title: 'Mini drafter', status: 'sold', createdAt: NOW }],
};
const item = {
	id: 7,
	title: 'Mini drafter',
	description: 'With sheet holder.',
	price: 450.5,
	category: 'Instruments',
	images: ['/photos/ab-1600.webp'],
	photos: [{ url: '/photos/ab-1600.webp', width: 1600, height: 1200, thumbhash: 'x' }],
	isAvailable: true,
	status: 'sold',
	adminNotes: null,
	createdAt: NOW,
	User: { id: 12, userName: 'Asha', email: null },
};
const decided = {
	id: 3,
	complaint: 'Not as shown.',
	status: 'resolved',
	createdAt: NOW,
	resolvedAt: NOW,
	adminNotes: 'Seen.',
	reporter,
	resolver,
};
const itemReport = {
	...decided,
	type: 'fraud',
	action: 'item_banned',
	Item: { id: 7, title: 'Mini drafter', Owner: { id: 3, userName: 'Ravi' } },
};
const userReport = {
	...decided,
	type: 'scam',
	action: null,
	status: 'pending',
	resolvedAt: null,
	resolver: null,
	itemId: 7,
	roomId: '7-12',
	reportedUser: { id: 3, userName: 'Ravi', isVerified: false },
};
const feedback = {
	id: 4,
	name: 'Asha',
	email: 'asha@college.example',
	rating: 5,
	feedback: 'It just works.',
	category: 'general',
	status: 'approved',
	isFeatured: true,
	isPublic: true,
	adminNotes: null,
	createdAt: NOW,
	reviewedAt: NOW,
	reviewer: resolver,
};
const notification = {
	id: 5,
	title: 'New report',
	message: 'About item 7.',
	type: 'warning',
	target: 'admins',
	createdAt: NOW,
	isRead: false,
};
const entry = {
	id: 9,
	timestamp: NOW,
	adminUsername: 'Dean',
	action: 'ITEM_BANNED',
	target: 'Item 7',
	severity: 'HIGH',
	ipAddress: '127.0.0.1',
	details: 'Not as shown.',
};

test.each([
	['signing in', adminSignedIn, { success, accessToken: 'a.b.c', admin, message: 'Hello' }],
	['who is signed in', adminProfile, { success, admin }],
	['a new administrator', registeredAdministrator, { success, admin }],
	['administrators', administrators, { success, admins: [{ ...admin, createdAt: NOW }] }],
	['users', adminUsers, { success, users: [user], pagination }],
	['one user', adminUserDetails, { success, user }],
	['items', adminItems, { success, items: [item, { ...item, User: null }], pagination }],
	['item reports', adminReports, { success, reports: [itemReport], pagination }],
	['user reports', adminUserReports, { success, userReports: [userReport], pagination }],
	['feedback', adminFeedbacks, { success, feedbacks: [feedback], pagination }],
	['a bulk approval', bulkApproved, { success, message: 'Feedback approved: 2.', approved: 2 }],
	[
		'feedback analytics',
		feedbackAnalytics,
		{
			success,
			analytics: {
				totalFeedbacks: 3,
				pendingFeedbacks: 1,
				approvedFeedbacks: 2,
				approvalRate: 66.7,
				averageRating: 4.5,
				featuredFeedbacks: 1,
			},
		},
	],
	[
		'user analytics',
		userAnalytics,
		{
			success,
			analytics: { totalUsers: 3, recentUsers: 1, verifiedUsers: 2, verificationRate: 66.7 },
		},
	],
	[
		'item analytics',
		itemAnalytics,
		{
			success,
			analytics: {
				totalItems: 3,
				recentItems: 1,
				bannedItems: 1,
				availableItems: 1,
				categoryStats: [{ category: 'Books', count: 2 }],
			},
		},
	],
	[
		'activity analytics',
		activityAnalytics,
		{
			success,
			analytics: {
				recentUserRegistrations: [{ id: 12, userName: 'Asha', createdAt: NOW }],
				recentItemSubmissions: [
					{
						id: 7,
						title: 'Mini drafter',
						isAvailable: true,
						createdAt: NOW,
						User: { userName: 'Asha' },
					},
				],
				dailyStats: [{ date: '2026-11-20', users: 1, items: 0 }],
			},
		},
	],
	[
		'notifications',
		notifications,
		{ success, notifications: [notification], pagination, unread: 1 },
	],
	['the audit log', auditLogs, { success, auditLogs: [entry], pagination }],
	[
		'settings',
		settings,
		{
			success,
			settings: {
				maintenanceMode: false,
				maintenanceMessage: 'Back soon.',
				estimatedDowntime: '1 h',
			},
			message: 'Settings updated successfully',
		},
	],
] as const)('the answer about %s keeps every field of the documents', (_what, schema, answer) => {
	expect(z.parse(schema as z.ZodMiniType, answer)).toEqual(answer);
});

test('a secret that a row may carry never leaves', () => {
	const row = { ...user, passwordHash: '$argon2id$', tokenVersion: 3 };

	expect(z.parse(adminUserDetails, { success, user: row })).toEqual({ success, user });
});

test('what is sold is called sold', () => {
	expect(ADMIN_ITEM_STATUS_LABELS).toEqual({
		available: 'Available',
		sold: 'Sold',
		banned: 'Banned',
	});
	expect(ADMIN_ITEM_MESSAGES.deleteConfirmation).toBe('Are you sure you want to delete this item?');
	expect(ADMIN_ITEM_PICTURES).toBe(4);
});
