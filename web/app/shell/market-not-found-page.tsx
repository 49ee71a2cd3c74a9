import { NewestItems } from '#web/features/items/page/newest-items.tsx';
import { NotFoundPage } from './not-found-page.tsx';

export function MarketNotFoundPage() {
	return (
		<NotFoundPage>
			<NewestItems />
		</NotFoundPage>
	);
}
