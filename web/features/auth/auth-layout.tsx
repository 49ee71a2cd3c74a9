import type { ReactNode } from 'react';
import { PageHeading } from '#web/ui/page-heading.tsx';

interface AuthLayoutProps {
	/** The document's title. */
	title: string;
	heading: string;
	/** One sentence about the page's purpose. */
	lead: string;
	/**
	 * Differs between views with the same URL, such as a form and its confirmation. A change moves the focus to the
	 * heading.
	 */
	focusKey?: string;
	children: ReactNode;
	/** Shown below the card. */
	footer?: ReactNode;
}

/** The layout of login, sign-up and related pages: a card that looks like a note pinned to a board. */
export function AuthLayout({ title, heading, lead, focusKey, children, footer }: AuthLayoutProps) {
	return (
		<div className="mx-auto w-full max-w-md px-4 py-8 tablet:py-14">
			<div className="relative grid gap-6 tablet:rounded-card tablet:border tablet:border-line tablet:bg-surface tablet:p-8 tablet:shadow-float">
				<span
					aria-hidden="true"
					className="pin absolute -top-2 left-1/2 hidden size-4 -translate-x-1/2 rounded-full tablet:block"
				/>
				<div className="grid gap-2">
					<PageHeading title={title} focusKey={focusKey}>
						{heading}
					</PageHeading>
					<p className="line-clamp-4 wrap-anywhere text-ink-soft">{lead}</p>
				</div>
				{children}
			</div>
			{footer}
		</div>
	);
}

/** The line 'or' between the form and the button of the sign-in provider. */
export function OrDivider() {
	return (
		<p className="flex items-center gap-3 text-sm text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
			or
		</p>
	);
}
