import type { AdminDeal } from '#contract/admin/deals.ts';
import { ADMIN_ITEM_MESSAGES, type AdminItem } from '#contract/admin/items.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { formatPrice } from '#contract/core/format.ts';
import { HistoryList } from '#web/admin/kit/history-list.tsx';
import type { RowDetails } from '#web/admin/kit/list-section.ts';
import { PanelLink } from '#web/admin/kit/panel-link.tsx';
import { PublicSiteLink } from '#web/admin/kit/public-site-link.tsx';
import { Detail } from '#web/admin/kit/side-panel.tsx';
import { formatMoment } from '#web/lib/format.ts';
import { itemPath } from '#web/lib/paths.ts';
import { CorrectItem } from './correct-item.tsx';
import { ItemDeals } from './item-deals.tsx';
import { ItemPhotos } from './item-photos.tsx';
import { ItemStatus } from './item-status.tsx';
import { StatedDetails } from './stated-details.tsx';

/** An item with its deals, which a list does not load. */
export interface ItemWithDeals extends AdminItem {
	deals?: readonly AdminDeal[];
}

/** The panel's content about one item. */
export function ItemDetails({ row: item, history }: RowDetails<ItemWithDeals>) {
	return (
		<>
			<ItemPhotos key={item.id} item={item} />
			<dl className="grid gap-3">
				<Detail label="Title">{item.title}</Detail>
				<Detail label="Description">{item.description}</Detail>
				<Detail label="Price">{formatPrice(item.price)}</Detail>
				<Detail label="Category">{item.category}</Detail>
				<StatedDetails item={item} />
				<Detail label="Owner">
					<Owner owner={item.User} />
				</Detail>
				<Detail label="Status">
					<ItemStatus status={item.status} owner={item.User} />
				</Detail>
				<Detail label="Created">{formatMoment(item.createdAt)}</Detail>
				{item.adminNotes && <Detail label="Admin notes">{item.adminNotes}</Detail>}
			</dl>
			{item.status !== 'deleted' && <CorrectItem item={item} />}
			{isPublic(item) && <PublicSiteLink to={itemPath(item.id)}>Public page</PublicSiteLink>}
			{item.deals && <ItemDeals deals={item.deals} />}
			<HistoryList history={history} />
		</>
	);
}

/** Items of banned or erased owners are hidden from the listings. */
function isPublic({ status, User: owner }: AdminItem): boolean {
	return (status === 'available' || status === 'sold') && owner !== null && !owner.isBanned;
}

function Owner({ owner }: { owner: AdminItem['User'] }) {
	if (!owner) return <span>{ADMIN_ITEM_MESSAGES.unknownOwner}</span>;
	return (
		<>
			<PanelLink to={`${ADMIN_PAGES.users}?user=${owner.id}`}>
				<bdi>{owner.userName}</bdi>
			</PanelLink>
			{owner.isBanned && <span className="text-bad"> (banned)</span>}
			{owner.email && <span>{`\n${owner.email}`}</span>}
		</>
	);
}
