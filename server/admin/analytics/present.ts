import type * as z from 'zod/mini';
import type { activityAnalytics, itemAnalytics, userAnalytics } from '#contract/admin/analytics.ts';
import { percent } from '#server/admin/kit/numbers.ts';
import { statusOf } from '#server/features/items/present.ts';
import type { ItemStatistics, NewestItem, UserStatistics } from './queries.ts';

type UserAnalytics = z.infer<typeof userAnalytics>['analytics'];
type ItemAnalytics = z.infer<typeof itemAnalytics>['analytics'];
type Submission = z.infer<typeof activityAnalytics>['analytics']['recentItemSubmissions'][number];

/** The statistics of users, as the API returns them. */
export function presentUserStatistics({ total, verified, recent }: UserStatistics): UserAnalytics {
	return {
		totalUsers: total,
		recentUsers: recent,
		verifiedUsers: verified,
		verificationRate: percent(verified, total),
	};
}

/** The statistics of items, as the API returns them: the category with the most available items first. */
export function presentItemStatistics({
	counters,
	ofBannedSellers,
	recent,
	categories,
}: ItemStatistics & { categories: readonly string[] }): ItemAnalytics {
	const sumOf = (counted: readonly { count: number }[]) =>
		counted.reduce((sum, { count }) => sum + count, 0);
	const withStatus = (status: string) => counters.filter((counter) => counter.status === status);
	const available = withStatus('available');
	const categoryStats = categories.map((name) => {
		const isOfCategory = ({ category }: { category: string }) => category === name;
		// `counters` has the items of banned sellers as available, but they are not on sale.
		const count =
			sumOf(available.filter(isOfCategory)) - sumOf(ofBannedSellers.filter(isOfCategory));
		return { category: name, count };
	});
	return {
		totalItems: sumOf(counters),
		recentItems: recent,
		bannedItems: sumOf(withStatus('banned')),
		availableItems: sumOf(categoryStats),
		categoryStats: categoryStats.sort((one, other) => other.count - one.count),
	};
}

/** An item in the list of the newest items. `isAvailable` means "not banned". */
export function presentSubmission(item: NewestItem): Submission {
	return {
		id: item.id,
		title: item.title,
		isAvailable: item.bannedAt === null,
		status: statusOf({ ...item, removedAt: null }),
		createdAt: item.createdAt.toISOString(),
		User: item.sellerIsGone
			? null
			: { userName: item.sellerName, ...(item.sellerIsBanned && { isBanned: true as const }) },
	};
}
