import { Suspense } from 'react';
import { useSession } from '#web/lib/session.ts';
import { lazyExtra } from '#web/ui/lazy-extra.ts';
import { FeaturedProducts } from './featured-products.tsx';
import { Hero } from './hero.tsx';
import { PopularCategories } from './popular-categories.tsx';
import { useTurnedAwayFrom } from './use-turned-away-from.ts';

const LoginLine = lazyExtra(
	async () => (await import('#web/features/auth/login-line.tsx')).LoginLine,
);

export function HomePage() {
	const { hasToken } = useSession();
	const asked = useTurnedAwayFrom();

	return (
		<div className="wrap">
			{asked && !hasToken && (
				<div className="min-h-14 pt-3">
					<Suspense>
						<LoginLine asked={asked} />
					</Suspense>
				</div>
			)}
			<Hero />
			<PopularCategories />
			<FeaturedProducts />
		</div>
	);
}
