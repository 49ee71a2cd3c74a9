import { PAGES } from '#contract/core/pages.ts';
import { actionPath } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session/session.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** Replaces the newest items while there are none. */
export function NoItemsYet() {
	const { hasToken } = useSession();
	return (
		<EmptyState
			title="Nothing is on sale yet"
			heading="h3"
			action={
				<ButtonLink variant="main" to={actionPath(PAGES.post, hasToken)}>
					Be the first to sell
				</ButtonLink>
			}
		>
			The newest items on sale will show up here.
		</EmptyState>
	);
}
