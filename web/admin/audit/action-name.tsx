import { actionLabel } from '#contract/core/action-labels.ts';
import { BreakableText } from '#web/admin/kit/breakable-text.tsx';

interface ActionNameProps {
	action: string;
	/** The line below the label; the stored name unless given. */
	subtitle?: string;
	/** Keeps both texts whole and on one line on wide screens: the column takes the width that they need. */
	isNowrap?: boolean;
}

/** The label of an action and its stored name; rejected attempts are highlighted. */
export function ActionName({ action, subtitle = action, isNowrap = false }: ActionNameProps) {
	const colour = action.startsWith('ATTEMPT_') ? 'text-bad' : '';
	const wrapClass = isNowrap ? 'wide:whitespace-nowrap' : '';
	return (
		<span className="grid">
			<span className={`font-semibold ${colour} ${wrapClass}`}>{actionLabel(action)}</span>
			<span className={`text-xs font-normal text-ink-soft ${wrapClass}`}>
				<BreakableText>{subtitle}</BreakableText>
			</span>
		</span>
	);
}
