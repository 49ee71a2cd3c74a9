import type { AdminFeedback } from '#contract/admin/feedback.ts';
import { StatusLabel } from '#web/admin/kit/status-label.tsx';
import { FEEDBACK_STATUS_STYLES } from './labels.ts';

/** The status of a feedback entry, and whether it is featured. */
export function FeedbackStatus({
	status,
	isFeatured,
}: Pick<AdminFeedback, 'status' | 'isFeatured'>) {
	const { tone, label } = FEEDBACK_STATUS_STYLES[status];
	return (
		<span className="inline-grid">
			<StatusLabel tone={tone}>{label}</StatusLabel>
			{isFeatured && <span className="pl-3.5 text-xs text-ink-soft">Featured</span>}
		</span>
	);
}
