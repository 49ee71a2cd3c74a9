import { ChevronRight } from 'lucide-react';
import type { ChatDetails } from '#contract/chat/endpoints.ts';
import { agreedPrice } from '#contract/deals/amounts.ts';
import { useDeal } from '#web/features/deals/deal-context.tsx';
import { itemPath } from '#web/lib/paths.ts';
import { ItemStatus } from '#web/ui/item-status.tsx';
import { Link } from '#web/ui/link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Price } from '#web/ui/price.tsx';

/** The item that the chat is about, as a link to its page. */
export function ChatItem({ item }: { item: ChatDetails['item'] }) {
	const { deal } = useDeal();

	return (
		<Link
			to={itemPath(item.id)}
			className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card px-2.5 py-2 hover:bg-sunken"
		>
			<span className="block aspect-4/3 w-[3.625rem] shrink-0 overflow-hidden rounded-field bg-sunken">
				<Picture photo={item.photo ?? undefined} alt="" sizes="58px" isSmall />
			</span>
			<span className="flex min-w-0 flex-1 basis-40 items-center gap-x-3">
				<span className="min-w-0 flex-1">
					<span className="block truncate text-sm font-semibold">{item.title}</span>
					{/* One line, so that nothing moves when the deal loads. */}
					<span className="flex items-center gap-x-2.5">
						<Price
							rupees={item.price}
							agreed={deal && agreedPrice(deal)}
							className="shrink-0 text-sm"
						/>
						<ItemStatus item={item} />
					</span>
				</span>
				<ChevronRight aria-hidden="true" className="size-5 shrink-0" />
			</span>
		</Link>
	);
}
