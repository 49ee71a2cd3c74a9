import {
	getActivityAnalytics,
	getDealAnalytics,
	getItemAnalytics,
	getTrendAnalytics,
	getUserAnalytics,
} from '#contract/admin/analytics.ts';
import { fakeApi } from './fake-api.ts';
import { SAMPLE_TIME, sample } from './sample.ts';

const DAY_MS = 86_400_000;

/** Answers the statistics of the dashboard and of the analytics. */
export function fakeStatistics({ category = 'Books' } = {}): void {
	const items = (['available', 'sold', 'banned'] as const).map((status, index) => ({
		id: 4 + index,
		title: `Tripod ${4 + index}`,
		isAvailable: status !== 'banned',
		status,
		createdAt: SAMPLE_TIME,
		User: { userName: 'Meera' },
	}));
	fakeApi.answer(getUserAnalytics, {
		analytics: { totalUsers: 1200, recentUsers: 34, verifiedUsers: 900, verificationRate: 75 },
	});
	fakeApi.answer(getItemAnalytics, {
		analytics: {
			totalItems: 560,
			recentItems: 12,
			bannedItems: 3,
			availableItems: 400,
			categoryStats: [{ category, count: 400 }],
		},
	});
	fakeApi.answer(getActivityAnalytics, ({ query: { days } }) => ({
		analytics: {
			recentUserRegistrations: [{ id: 7, userName: 'Asha', createdAt: SAMPLE_TIME }],
			recentItemSubmissions: items,
			dailyStats: datesOf(days).map((date) => ({ date, users: 2, items: 3 })),
		},
	}));
	fakeApi.answer(getTrendAnalytics, ({ query: { days } }) => ({
		analytics: {
			users: { now: 34, before: 30 },
			items: { now: 12, before: 12 },
			sales: { now: 4, before: 9 },
			chats: { now: 50, before: 40 },
			dailyStats: datesOf(days).map((date) => ({ date, sales: 1, chats: 4 })),
			openReports: { total: 3, overADay: 2, overAWeek: 1, oldestAt: SAMPLE_TIME },
		},
	}));
	fakeApi.answer(getDealAnalytics, ({ query: { days } }) => ({
		analytics: {
			...sample(getDealAnalytics.reply).analytics,
			dailyStats: datesOf(days).map((date) => ({ date, completed: 1, rupees: 400 })),
		},
	}));
}

function datesOf(days: number): string[] {
	const iso = (index: number) => new Date(Date.parse(SAMPLE_TIME) + index * DAY_MS).toISOString();
	return Array.from({ length: days }, (_, index) => iso(index).slice(0, 10));
}
