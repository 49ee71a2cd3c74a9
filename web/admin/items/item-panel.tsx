import { useQuery } from '@tanstack/react-query';
import { ADMIN_ITEM_MESSAGES, type AdminItem } from '#contract/admin/items.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { formatPrice } from '#contract/core/format.ts';
import { HistoryList } from '#web/admin/kit/history-list.tsx';
import { PanelActions } from '#web/admin/kit/panel-actions.tsx';
import { currentData, PanelContent } from '#web/admin/kit/panel-content.tsx';
import { PublicSiteLink } from '#web/admin/kit/public-site-link.tsx';
import { Detail, SidePanel } from '#web/admin/kit/side-panel.tsx';
import { formatMoment } from '#web/lib/format.ts';
import { itemPath } from '#web/lib/paths.ts';
import { Link } from '#web/ui/link.tsx';
import { type ItemHandlers, itemActions } from './item-actions.ts';
import { ItemPhotos } from './item-photos.tsx';
import { ItemStatus } from './item-status.tsx';
import { itemQuery } from './queries.ts';

interface ItemPanelProps {
	id: number;
	/** The item as the list has it. */
	listed: AdminItem | undefined;
	handlers: ItemHandlers;
	onClose: () => void;
}

/** One item in full, with its actions. */
export function ItemPanel({ id, listed, handlers, onClose }: ItemPanelProps) {
	const query = useQuery(itemQuery(id, listed));
	const details = currentData(query);
	const item = details?.item;

	return (
		<SidePanel
			title={item?.title ?? 'Item'}
			onClose={onClose}
			actions={item && <PanelActions actions={itemActions(item, handlers)} />}
		>
			<PanelContent query={query} failureMessage={ADMIN_ITEM_MESSAGES.loadFailed}>
				{(shown) => <ItemDetails item={shown.item} />}
			</PanelContent>
			{details && <HistoryList history={details.history} />}
		</SidePanel>
	);
}

function ItemDetails({ item }: { item: AdminItem }) {
	return (
		<>
			<ItemPhotos key={item.id} item={item} />
			<dl className="grid gap-3">
				<Detail label="Title">{item.title}</Detail>
				<Detail label="Description">{item.description}</Detail>
				<Detail label="Price">{formatPrice(item.price)}</Detail>
				<Detail label="Category">{item.category}</Detail>
				<Detail label="Owner">
					<Owner owner={item.User} />
				</Detail>
				<Detail label="Status">
					<ItemStatus status={item.status} />
				</Detail>
				<Detail label="Created">{formatMoment(item.createdAt)}</Detail>
				{item.adminNotes && <Detail label="Admin notes">{item.adminNotes}</Detail>}
			</dl>
			{isPublic(item) && <PublicSiteLink to={itemPath(item.id)}>Public page</PublicSiteLink>}
		</>
	);
}

/** Items of suspended or erased owners are hidden from the listings. */
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
