import type { ReactNode } from 'react';
import { LostPageArt } from './art/lost-page-art.tsx';
import { Button } from './button.tsx';
import { PageHeading } from './page-heading.tsx';

export interface ErrorStateProps {
	message: string;
	/** Offers 'Try again'. */
	onRetry?: () => void;
	/** Further ways on. */
	children?: ReactNode;
	/** It stands in place of the whole page: the message is the page's heading. */
	isPage?: boolean;
}

const MESSAGE_LOOK = 'text-lg font-semibold text-bad';

/** What went wrong, in place of what it would have shown, with a way on. */
export function ErrorState({ message, onRetry, children, isPage = false }: ErrorStateProps) {
	return (
		<div className="mx-auto grid max-w-md justify-items-center gap-5 px-4 py-16 text-center">
			{isPage && <LostPageArt className="h-36 w-48 max-w-full" />}
			<div role="alert">
				{isPage ? (
					<PageHeading className={MESSAGE_LOOK}>{message}</PageHeading>
				) : (
					<p className={MESSAGE_LOOK}>{message}</p>
				)}
			</div>
			<div className="flex flex-wrap justify-center gap-2">
				{onRetry && (
					<Button variant="main" onClick={onRetry}>
						Try again
					</Button>
				)}
				{children}
			</div>
		</div>
	);
}
