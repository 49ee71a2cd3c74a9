import { SAVED_MESSAGES } from '#contract/saved/facts.ts';
import { categoryPath } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

export function NothingSaved() {
	return (
		<EmptyState
			title={SAVED_MESSAGES.empty}
			action={
				<ButtonLink variant="main" to={categoryPath()}>
					See what is on sale
				</ButtonLink>
			}
		>
			{SAVED_MESSAGES.emptyHint}
		</EmptyState>
	);
}
