import { type ReactNode, Suspense } from 'react';
import { lazyOptional } from './lazy-optional.ts';
import { PageHeading } from './page-heading.tsx';

const ART_CLASS = 'h-40 w-56 max-w-full';

const LostPageArt = lazyOptional(async () => (await import('./art/lost-page-art.tsx')).LostPageArt);

export interface NotFoundProps {
	heading: string;
	/** `bad` for red text. */
	tone?: 'plain' | 'bad';
	/** Possible reasons. */
	children: ReactNode;
	/** Buttons to continue, the main one first. */
	actions: ReactNode;
}

/** Replaces a page that does not exist. */
export function NotFound({ heading, tone = 'plain', children, actions }: NotFoundProps) {
	return (
		<div className="grid justify-items-center gap-3 text-center">
			<Suspense fallback={<div className={ART_CLASS} />}>
				<LostPageArt className={ART_CLASS} />
			</Suspense>
			<div role={tone === 'bad' ? 'alert' : undefined}>
				<PageHeading className={`mt-2 wrap-anywhere ${tone === 'bad' ? 'text-bad' : ''}`}>
					{heading}
				</PageHeading>
			</div>
			<p className="max-w-[40ch] text-ink-soft">{children}</p>
			<div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div>
		</div>
	);
}
