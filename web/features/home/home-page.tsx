import { Suspense } from 'react';
import { useSession } from '#web/lib/session/session.ts';
import { lazyOptional } from '#web/ui/lazy-optional.ts';
import { FeaturedProducts } from './featured-products.tsx';
import { Hero } from './hero.tsx';
import { PopularCategories } from './popular-categories.tsx';
import { useRequestedPath } from './use-requested-path.ts';

const LoginPrompt = lazyOptional(
	async () => (await import('#web/features/auth/login-prompt.tsx')).LoginPrompt,
);

/** Only for signed-in users. */
const Announcement = lazyOptional(
	async () => (await import('#web/features/notifications/announcement.tsx')).Announcement,
);

/** Only for signed-in users. */
const ForMe = lazyOptional(async () => (await import('./for-me.tsx')).ForMe);

/** These items load after the page, because they are below the first screen. */
const SeenLately = lazyOptional(async () => (await import('./seen-lately.tsx')).SeenLately);

export function HomePage() {
	const { hasToken } = useSession();
	const requestedPath = useRequestedPath();

	// The classes `for-me` and `seen-lately` reserve space until these rows load (web/styles/theme.css).
	return (
		<div className="wrap">
			{requestedPath && !hasToken && (
				<div className="min-h-14 pt-3">
					<Suspense>
						<LoginPrompt requestedPath={requestedPath} />
					</Suspense>
				</div>
			)}
			<Hero />
			{hasToken && (
				// Most of this height is taken from the page's existing spacing by negative margins.
				<div className="mt-2.5 -mb-6.5 h-11 tablet:-mt-1.5 tablet:-mb-6">
					<Suspense>
						<Announcement />
					</Suspense>
				</div>
			)}
			<PopularCategories />
			{hasToken && (
				<div className="for-me">
					<Suspense>
						<ForMe />
					</Suspense>
				</div>
			)}
			<FeaturedProducts />
			<div className="seen-lately">
				<Suspense>
					<SeenLately />
				</Suspense>
			</div>
		</div>
	);
}
