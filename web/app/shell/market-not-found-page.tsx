import { NewestItems } from '#web/features/items/page/just-posted.tsx';
import { NotFoundPage } from './not-found-page.tsx';

export function MarketNotFoundPage() {
	return (
		<NotFoundPage>
			<NewestItems />
		</NotFoundPage>
	);
}
