import type { AdminFeedback } from '#contract/admin/feedback.ts';
import type { ListAction } from '#web/admin/kit/use-list-keys.ts';
import { delayChange, undoDelayed } from '#web/admin/lib/delayed-changes.ts';
import type { FeedbackChanges } from './use-feedback-changes.ts';

/** What can be done to one feedback in its state, in the list and in its panel. */
export function feedbackActions(
	{ id, name, status, isFeatured }: AdminFeedback,
	{ approve, feature, delayed }: FeedbackChanges,
	onReject: (id: number) => void,
): ListAction[] {
	const changeKey = `feedback/${id}`;
	if (status === 'pending' && delayed.has(changeKey)) {
		return [{ label: 'Undo', key: 'z', run: () => undoDelayed(changeKey) }];
	}
	if (status === 'pending') {
		const approveDelayed = () =>
			delayChange({
				key: changeKey,
				message: `Approving the feedback from ${name}.`,
				// A toast reports the failure.
				send: () => approve.mutateAsync(id).catch(() => undefined),
			});
		return [
			{ label: 'Approve', key: 'a', run: approveDelayed },
			{
				label: 'Reject',
				key: 'r',
				isDestructive: true,
				isSecondary: true,
				run: () => onReject(id),
			},
		];
	}
	if (status === 'rejected') return [];
	const label = isFeatured ? 'Unfeature' : 'Feature';
	const run = () => feature.isPending || feature.mutate({ id, isFeatured: !isFeatured });
	return [{ label, key: 'f', run }];
}
