import { useQuery } from '@tanstack/react-query';
import { ADMIN_ITEM_MESSAGES, type AdminItem } from '#contract/admin/items.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { formatPrice } from '#contract/core/format.ts';
import { HistoryList } from '#web/admin/kit/history-list.tsx';
import { MarketLink } from '#web/admin/kit/market-link.tsx';
import { PanelActions } from '#web/admin/kit/panel-actions.tsx';
import { PanelAnswer, shownAnswer } from '#web/admin/kit/panel-answer.tsx';
import { Fact, SidePanel } from '#web/admin/kit/side-panel.tsx';
import { formatMoment } from '#web/lib/format.ts';
import { itemPath } from '#web/lib/paths.ts';
import { Link } from '#web/ui/link.tsx';
import { type ItemHandlers, itemActions } from './item-actions.ts';
import { ItemPictures } from './item-pictures.tsx';
import { ItemStatus } from './item-status.tsx';
import { itemQuery } from './queries.ts';

interface ItemPanelProps {
	id: number;
	/** As the list has it. */
	known: AdminItem | undefined;
	handlers: ItemHandlers;
	onClose: () => void;
}

/** Everything about one item, and what can be done. */
export function ItemPanel({ id, known, handlers, onClose }: ItemPanelProps) {
	const query = useQuery(itemQuery(id, known));
	const details = shownAnswer(query);
	const item = details?.item;

	return (
		<SidePanel
			title={item?.title ?? 'Item'}
			onClose={onClose}
			actions={item && <PanelActions actions={itemActions(item, handlers)} />}
		>
			<PanelAnswer query={query} failed={ADMIN_ITEM_MESSAGES.loadFailed}>
				{(shown) => <ItemDetails item={shown.item} />}
			</PanelAnswer>
			{details && <HistoryList history={details.history} />}
		</SidePanel>
	);
}

function ItemDetails({ item }: { item: AdminItem }) {
	return (
		<>
			<ItemPictures key={item.id} item={item} />
			<dl className="grid gap-3">
				<Fact label="Title">{item.title}</Fact>
				<Fact label="Description">{item.description}</Fact>
				<Fact label="Price">{formatPrice(item.price)}</Fact>
				<Fact label="Category">{item.category}</Fact>
				<Fact label="Owner">
					<Owner owner={item.User} />
				</Fact>
				<Fact label="Status">
					<ItemStatus status={item.status} />
				</Fact>
				<Fact label="Created">{formatMoment(item.createdAt)}</Fact>
				{item.adminNotes && <Fact label="Admin notes">{item.adminNotes}</Fact>}
			</dl>
			{isPublic(item) && <MarketLink to={itemPath(item.id)}>Public page</MarketLink>}
		</>
	);
}

/** The items of whoever is suspended, or gone, leave the listings with them. */
function isPublic({ status, User: owner }: AdminItem): boolean {
	return status !== 'banned' && owner !== null && !owner.isBanned;
}

function Owner({ owner }: { owner: AdminItem['User'] }) {
	if (!owner) return ADMIN_ITEM_MESSAGES.unknownOwner;
	return (
		<>
			<Link to={`${ADMIN_PAGES.users}?user=${owner.id}`} className="font-semibold text-link">
				{owner.userName}
			</Link>
			{owner.isBanned && <span className="text-bad"> (banned)</span>}
			{owner.email && `\n${owner.email}`}
		</>
	);
}
