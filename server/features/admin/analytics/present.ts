import type * as z from 'zod/mini';
import type { activityAnalytics, itemAnalytics, userAnalytics } from '#contract/admin/analytics.ts';
import { CATEGORIES } from '#contract/item-facts.ts';
import { statusOf } from '#server/features/items/present.ts';
import { percent } from '../figures.ts';
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
	const sumOf = (counted: ItemFigures['tallies']) =>
		counted.reduce((sum, { count }) => sum + count, 0);
	const withStatus = (status: string) => sumOf(tallies.filter((tally) => tally.status === status));
	const categoryStats = CATEGORIES.map((category) => ({
		category,
		count: sumOf(tallies.filter((tally) => tally.category === category)),
	}));
	return {
		totalItems: sumOf(tallies),
		recentItems: recent,
		bannedItems: withStatus('banned'),
		availableItems: withStatus('available') - withheld,
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
