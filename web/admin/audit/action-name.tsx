import { actionLabel } from '#contract/core/action-labels.ts';
import { BreakableText } from '#web/admin/kit/breakable-text.tsx';

interface ActionNameProps {
	action: string;
	/** The line below the label; the stored name unless given. */
	subtitle?: string;
	/** Limits both texts to one line on wide screens, so that rows keep their height when a panel opens beside the list. */
	isTruncated?: boolean;
}

/** The label of an action and its stored name; rejected attempts are highlighted (spec 2 §9). */
export function ActionName({ action, subtitle = action, isTruncated = false }: ActionNameProps) {
	const colour = action.startsWith('ATTEMPT_') ? 'text-bad' : '';
	const truncateClass = isTruncated ? 'wide:line-clamp-1' : '';
	return (
		// In a wide list, long details in the next column must not squeeze the label.
		<span className="grid @[66rem]:min-w-44">
			<span className={`font-semibold ${colour} ${truncateClass}`}>{actionLabel(action)}</span>
			<span className={`text-xs font-normal text-ink-soft ${truncateClass}`}>
				<BreakableText>{subtitle}</BreakableText>
			</span>
		</span>
	);
}
