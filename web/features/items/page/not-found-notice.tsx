import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { PAGES } from '#contract/core/pages.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { categoryPath } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { NotFound } from '#web/ui/not-found.tsx';
import { NewestItems } from './newest-items.tsx';

/** The message, used if the server sent none, and a hint at possible reasons. */
const TEXTS = {
	item: [
		ITEM_ERRORS.notFound.message,
		'Its seller may have taken it down, or the address is wrong.',
	],
	person: [AUTH_ERRORS.userNotFound.message, 'They may have left, or the address is wrong.'],
} as const;

export interface NotFoundNoticeProps {
	kind: keyof typeof TEXTS;
	/** The server's error. */
	error: Error | null;
}

/** Replaces the page of an item or person that does not exist, or no longer does. */
export function NotFoundNotice({ kind, error }: NotFoundNoticeProps) {
	const [fallbackHeading, hint] = TEXTS[kind];
	return (
		<div className="wrap grid gap-12 py-16">
			<NotFound
				tone="bad"
				heading={error?.message || fallbackHeading}
				actions={
					<>
						<ButtonLink variant="main" to={categoryPath()}>
							See what is on sale
						</ButtonLink>
						<ButtonLink to={PAGES.home}>Go Home</ButtonLink>
					</>
				}
			>
				{hint}
			</NotFound>
			<NewestItems />
		</div>
	);
}
