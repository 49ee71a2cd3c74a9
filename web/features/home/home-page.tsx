import { FeaturedProducts } from './featured-products.tsx';
import { Hero } from './hero.tsx';
import { PopularCategories } from './popular-categories.tsx';

export function HomePage() {
	return (
		<div className="wrap">
			<Hero />
			<PopularCategories />
			<FeaturedProducts />
		</div>
	);
}
