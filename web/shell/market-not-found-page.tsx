import { JustPosted } from '#web/features/items/just-posted.tsx';
import { NotFoundPage } from './not-found-page.tsx';

export function MarketNotFoundPage() {
	return (
		<NotFoundPage>
			<JustPosted />
		</NotFoundPage>
	);
}
