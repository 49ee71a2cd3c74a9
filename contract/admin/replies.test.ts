import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { paginationOf } from '#contract/core/paging.ts';
import { administrators, registeredAdministrator } from './administrators.ts';
import { activityAnalytics, itemAnalytics, userAnalytics } from './analytics.ts';
import { auditLogs } from './audit.ts';
import { bulkReply } from './bulk.ts';
import { adminFeedbacks, bulkApproved, feedbackAnalytics } from './feedback.ts';
import { adminHistory } from './history.ts';
import {
	ADMIN_ITEM_MESSAGES,
	ADMIN_ITEM_PHOTOS_MAX,
	ADMIN_ITEM_STATUS_LABELS,
	adminItems,
} from './items.ts';
import { countsReply, notifications } from './notifications.ts';
import { adminReports, adminUserReports, chatExcerpt } from './reports.ts';
import { searchUsersAndItems } from './search.ts';
import { adminProfile, adminSignInReply } from './session.ts';
import { settings } from './settings.ts';
import { adminUserDetails, adminUsers } from './users.ts';

const NOW = '2026-11-20T08:00:00.000Z';
const success = true;
const pagination = paginationOf(1, 10, 1);
const admin = { id: 1, username: 'Dean', email: 'dean@college.example', roleLevel: 'super_admin' };
const ownAdmin = {
	...admin,
	hasTwoStep: true,
	mustSetUpTwoStep: false,
	recoveryCodesLeft: 9,
	mustChangePassword: false,
};
const reporter = { id: 12, userName: 'Asha' };
const resolver = { id: 1, username: 'Dean' };
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
const item = {
	id: 7,
	title: 'Mini drafter',
	description: 'With sheet holder.',
	price: 450.5,
	category: 'Instruments',
	condition: 'good',
	details: { brand: 'Omega' },
	subjects: ['ME101'],
	isPriceFixed: false,
	reservedUntil: null,
	images: ['/photos/ab-1600.webp'],
	photos: [{ url: '/photos/ab-1600.webp', width: 1600, height: 1200, thumbhash: 'x' }],
	isAvailable: true,
	status: 'sold',
	adminNotes: null,
	createdAt: NOW,
	User: { id: 12, userName: 'Asha', email: null },
};
const decision = {
	id: 3,
	complaint: 'Not as shown.',
	status: 'resolved',
	createdAt: NOW,
	resolvedAt: NOW,
	adminNotes: 'Seen.',
	reporter,
	resolver,
	pendingForTarget: 2,
	reportsForTarget: 3,
	reportersForTarget: 2,
};
const itemReport = {
	...decision,
	type: 'fraud',
	action: 'item_banned',
	Item: {
		id: 7,
		title: 'Mini drafter',
		status: 'banned',
		isDeleted: false,
		image: '/photos/ab-320.webp',
		Owner: { id: 3, userName: 'Ravi', isBanned: false },
	},
};
const deals = { completed: 3, missed: 0, reviews: 1, rating: null };
const userReport = {
	...decision,
	type: 'scam',
	action: null,
	status: 'pending',
	chatKeptUntil: null,
	resolvedAt: null,
	resolver: null,
	itemId: 7,
	roomId: '7-12',
	deal: null,
	reportedUser: { id: 3, userName: 'Ravi', isVerified: false, isBanned: true },
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
	link: '/admin/reports?report=3',
	createdAt: NOW,
	isRead: false,
};
const auditEntry = {
	id: 9,
	timestamp: NOW,
	adminId: 2,
	adminUsername: 'Dean',
	action: 'ITEM_BANNED',
	target: 'Item 7',
	severity: 'HIGH',
	ipAddress: '127.0.0.1',
	details: 'Not as shown.',
};

test.each([
	[
		'signing in',
		adminSignInReply,
		{ success, accessToken: 'a.b.c', admin: ownAdmin, message: 'Hello' },
	],
	['the signed-in administrator', adminProfile, { success, admin: ownAdmin }],
	['a new administrator', registeredAdministrator, { success, admin }],
	[
		'administrators',
		administrators,
		{ success, admins: [{ ...admin, createdAt: NOW, hasTwoStep: false, lastSeenAt: null }] },
	],
	['users', adminUsers, { success, users: [user], pagination }],
	['one user', adminUserDetails, { success, user, deals, history: [] }],
	['items', adminItems, { success, items: [item, { ...item, User: null }], pagination }],
	['item reports', adminReports, { success, reports: [itemReport], pagination }],
	['user reports', adminUserReports, { success, userReports: [userReport], pagination }],
	[
		'a reported chat',
		chatExcerpt,
		{
			success,
			messages: [
				{ id: 1, senderId: 12, senderName: 'Asha', text: null, photos: [], createdAt: NOW },
			],
		},
	],
	[
		'the history of a user or an item',
		adminHistory,
		[
			{
				id: 3,
				kind: 'report-against',
				at: NOW,
				text: 'Not as shown.',
				what: 'fraud',
				status: 'pending',
				by: 'Asha',
				about: 'item',
			},
		],
	],
	[
		'a bulk change of users',
		bulkReply,
		{ success, message: 'Changed: 1.', changed: [3], unchanged: [4] },
	],
	[
		'a search for users and items',
		searchUsersAndItems.reply,
		{
			success,
			users: [{ id: 12, userName: 'Asha', email: null, isBanned: false }],
			items: [{ id: 7, title: 'Mini drafter', price: 450.5, status: 'sold' }],
		},
	],
	[
		'the counts of unread notifications and pending work',
		countsReply,
		{
			success,
			unread: 1,
			pendingReports: 2,
			pendingUserReports: 100,
			pendingWantedReports: 0,
			pendingReviewReports: 0,
			pendingFeedback: 0,
		},
	],
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
						status: 'sold',
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
	['the audit log', auditLogs, { success, auditLogs: [auditEntry], pagination }],
	[
		'settings',
		settings,
		{
			success,
			settings: {
				maintenanceMode: false,
				maintenanceMessage: 'Back soon.',
				estimatedDowntime: '1 h',
				requireTwoStep: false,
			},
			message: 'Settings updated successfully',
		},
	],
] as const)(
	'the back-office reply about %s keeps every field of the specification',
	(_name, schema, reply) => {
		expect(z.parse(schema as z.ZodMiniType, reply)).toEqual(reply);
	},
);

test('a reply about a user contains no secrets of the database row', () => {
	const row = { ...user, passwordHash: '$argon2id$', tokenVersion: 3 };

	const details = { success, user: row, deals, history: [] };
	expect(z.parse(adminUserDetails, details)).toEqual({ ...details, user });
});

test('the status labels, the delete confirmation and the photo limit of items are those of the specification', () => {
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
