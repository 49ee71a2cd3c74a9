import { type ReactNode, Suspense } from 'react';
import { ApiError } from '#web/lib/api/api-error.ts';
import { Button } from './button.tsx';
import { lazyOptional } from './lazy-optional.ts';
import { PageHeading } from './page-heading.tsx';

const ART_CLASS = 'h-36 w-48 max-w-full';

const LostPageArt = lazyOptional(async () => (await import('./art/lost-page-art.tsx')).LostPageArt);

export interface ErrorStateProps {
	message: string;
	/** The server's error, whose request id is shown for support requests. */
	error?: Error | null;
	/** If set, shows a 'Try again' button. */
	onRetry?: () => void;
	/** Further buttons. */
	children?: ReactNode;
	/** The error replaces the whole page: the message becomes its heading. */
	isPage?: boolean;
}

const MESSAGE_CLASS = 'text-lg font-semibold text-bad';

/** An error shown in place of content, with buttons to continue. */
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
