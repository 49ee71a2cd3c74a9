import {
	getActivityAnalytics,
	getDealAnalytics,
	getItemAnalytics,
	getTrendAnalytics,
	getUserAnalytics,
} from '#contract/admin/analytics.ts';
import { fakeApi } from './fake-api.ts';

const CREATED_AT = '2026-02-03T04:05:06.000Z';
const DAY_MS = 86_400_000;

/** Answers the statistics of the dashboard and of the analytics. */
export function fakeStatistics({ category = 'Books' } = {}): void {
	const item = (id: number, status: 'available' | 'sold' | 'banned') => {
		const User = { userName: 'Meera' };
		const isAvailable = status !== 'banned';
		return { id, title: `Tripod ${id}`, isAvailable, status, createdAt: CREATED_AT, User };
	};

	fakeApi.answer(getUserAnalytics, {
		success: true,
		analytics: { totalUsers: 1200, recentUsers: 34, verifiedUsers: 900, verificationRate: 75 },
	});
	fakeApi.answer(getItemAnalytics, {
		success: true,
		analytics: {
			totalItems: 560,
			recentItems: 12,
			bannedItems: 3,
			availableItems: 400,
			categoryStats: [{ category, count: 400 }],
		},
	});
	fakeApi.answer(getActivityAnalytics, ({ query: { days } }) => ({
		success: true,
		analytics: {
			recentUserRegistrations: [{ id: 7, userName: 'Asha', createdAt: CREATED_AT }],
			recentItemSubmissions: [item(4, 'available'), item(5, 'sold'), item(6, 'banned')],
			dailyStats: datesOf(days).map((date) => ({ date, users: 2, items: 3 })),
		},
	}));
	fakeApi.answer(getTrendAnalytics, ({ query: { days } }) => ({
		success: true,
		analytics: {
			users: { now: 34, before: 30 },
			items: { now: 12, before: 12 },
			sales: { now: 4, before: 9 },
			chats: { now: 50, before: 40 },
			dailyStats: datesOf(days).map((date) => ({ date, sales: 1, chats: 4 })),
			openReports: { total: 3, overADay: 2, overAWeek: 1, oldestAt: CREATED_AT },
		},
	}));
	fakeDealStatistics();
}

function fakeDealStatistics(): void {
	fakeApi.answer(getDealAnalytics, ({ query: { days } }) => ({
		success: true,
		analytics: {
			completed: 8,
			rupees: 3450.5,
			medianHoursToSale: 60,
			offersMade: 21,
			offersTaken: 5,
			dailyStats: datesOf(days).map((date) => ({ date, completed: 1, rupees: 400 })),
		},
	}));
}

function datesOf(days: number): string[] {
	const first = Date.parse(CREATED_AT);
	const iso = (index: number) => new Date(first + index * DAY_MS).toISOString().slice(0, 10);
	return Array.from({ length: days }, (_, index) => iso(index));
}
