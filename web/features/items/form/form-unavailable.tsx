import type { ReactNode } from 'react';
import { PAGES } from '#contract/core/pages.ts';
import { itemPath } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';

interface FormUnavailableProps {
	heading: string;
	/** Set when the notice replaces an open form at the same address: a new key moves the focus to the heading. */
	focusKey?: string;
	reason: string;
	/** The item to link to. */
	itemId?: number;
	/** Further buttons. */
	children?: ReactNode;
}

/** Replaces an item form that the user cannot use, with the reason. */
export function FormUnavailable({
	heading,
	focusKey,
	reason,
	itemId,
	children,
}: FormUnavailableProps) {
	return (
		<div className="wrap grid min-h-[50vh] place-content-center justify-items-center gap-3 py-16 text-center">
			<PageHeading focusKey={focusKey}>{heading}</PageHeading>
			<p role="alert" className="max-w-[40ch] text-lg text-ink-soft">
				{reason}
			</p>
			<div className="mt-4 flex flex-wrap justify-center gap-2">
				{itemId !== undefined && (
					<ButtonLink variant="main" to={itemPath(itemId)}>
						View item
					</ButtonLink>
				)}
				{children}
				<ButtonLink to={PAGES.home}>Go Home</ButtonLink>
			</div>
		</div>
	);
}
