import type * as z from 'zod/mini';
import type { activityAnalytics, itemAnalytics, userAnalytics } from '#contract/admin/analytics.ts';
import { CATEGORIES } from '#contract/items/facts.ts';
import { percent } from '#server/admin/kit/numbers.ts';
import { statusOf } from '#server/features/items/present.ts';
import type { ItemFigures, NewestItem, UserFigures } from './queries.ts';

type UserAnalytics = z.infer<typeof userAnalytics>['analytics'];
type ItemAnalytics = z.infer<typeof itemAnalytics>['analytics'];
type Submission = z.infer<typeof activityAnalytics>['analytics']['recentItemSubmissions'][number];

export function presentUserFigures({ total, verified, recent }: UserFigures): UserAnalytics {
	return {
		totalUsers: total,
		recentUsers: recent,
		verifiedUsers: verified,
		verificationRate: percent(verified, total),
	};
}

export function presentItemFigures({ tallies, withheld, recent }: ItemFigures): ItemAnalytics {
	const sumOf = (counted: readonly { count: number }[]) =>
		counted.reduce((sum, { count }) => sum + count, 0);
	const withStatus = (status: string) => tallies.filter((tally) => tally.status === status);
	const available = withStatus('available');
	const categoryStats = CATEGORIES.map((name) => {
		const ofCategory = ({ category }: { category: string }) => category === name;
		const count = sumOf(available.filter(ofCategory)) - sumOf(withheld.filter(ofCategory));
		return { category: name, count };
	});
	return {
		totalItems: sumOf(tallies),
		recentItems: recent,
		bannedItems: sumOf(withStatus('banned')),
		availableItems: sumOf(categoryStats),
		categoryStats: categoryStats.sort((one, other) => other.count - one.count),
	};
}

export function presentSubmission(item: NewestItem): Submission {
	return {
		id: item.id,
		title: item.title,
		isAvailable: item.bannedAt === null,
		status: statusOf(item),
		createdAt: item.createdAt.toISOString(),
		User: item.sellerIsGone ? null : { userName: item.sellerName },
	};
}
