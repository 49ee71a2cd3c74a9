import { type ReactNode, Suspense } from 'react';
import { ApiError } from '#web/lib/api/api-error.ts';
import { Button } from './button.tsx';
import { lazyOptional } from './lazy-optional.ts';
import { PageHeading } from './page-heading.tsx';

const ART_CLASS = 'h-36 w-48 max-w-full';

const LostPageArt = lazyOptional(async () => (await import('./art/lost-page-art.tsx')).LostPageArt);

export interface ErrorStateProps {
	message: string;
	/** Of the server, as the support asks for it. */
	error?: Error | null;
	/** Offers 'Try again'. */
	onRetry?: () => void;
	/** Further ways on. */
	children?: ReactNode;
	/** It stands in place of the whole page: the message is the page's heading. */
	isPage?: boolean;
}

const MESSAGE_CLASS = 'text-lg font-semibold text-bad';

/** What went wrong, in place of what it would have shown, with a way on. */
export function ErrorState(props: ErrorStateProps) {
	const { message, error, onRetry, children, isPage = false } = props;
	const requestId = error instanceof ApiError && error.requestId;
	return (
		<div className="mx-auto grid max-w-md justify-items-center gap-5 px-4 py-16 text-center">
			{isPage && (
				<Suspense fallback={<div className={ART_CLASS} />}>
					<LostPageArt className={ART_CLASS} />
				</Suspense>
			)}
			<div role="alert">
				{isPage ? (
					<PageHeading className="text-bad">{message}</PageHeading>
				) : (
					<p className={MESSAGE_CLASS}>{message}</p>
				)}
				{requestId && <p className="text-xs text-ink-soft">Reference: {requestId}</p>}
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
