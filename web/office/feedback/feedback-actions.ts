import type { AdminFeedback } from '#contract/admin/feedback.ts';
import type { ListAction } from '../parts/use-list-keys.ts';
import type { FeedbackChanges } from './use-feedback-changes.ts';

/** What can be done to one entry as it is now, in the list and in its panel alike. */
export function feedbackActions(
	{ id, status, isFeatured }: AdminFeedback,
	{ approve, feature }: FeedbackChanges,
	onReject: (id: number) => void,
): ListAction[] {
	if (status === 'pending') {
		return [
			{ label: 'Approve', key: 'a', run: () => approve.isPending || approve.mutate(id) },
			{ label: 'Reject', key: 'r', isBad: true, run: () => onReject(id) },
		];
	}
	if (status === 'rejected') return [];
	const label = isFeatured ? 'Unfeature' : 'Feature';
	const run = () => feature.isPending || feature.mutate({ id, isFeatured: !isFeatured });
	return [{ label, key: 'f', run }];
}
