import { NewestItems } from '#web/features/items/page/newest-items.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** The not-found page of the market, with a few items on sale. */
export function MarketNotFoundPage() {
	return (
		<NotFoundPage>
			<NewestItems />
		</NotFoundPage>
	);
}
