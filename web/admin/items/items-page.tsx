import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ADMIN_ITEM_MESSAGES, type AdminItem, exportItems } from '#contract/admin/items.ts';
import { ExportButton } from '#web/admin/kit/export-button.tsx';
import { ListBody } from '#web/admin/kit/list-body.tsx';
import { ListHeading } from '#web/admin/kit/list-heading.tsx';
import { useFilters, useOpenedId } from '#web/admin/kit/use-filters.ts';
import { useSelection } from '#web/admin/kit/use-selection.ts';
import { ITEM_KEY_HINTS } from './item-actions.ts';
import { ItemBulk } from './item-bulk.tsx';
import { ItemDialogs, type OpenItemDialog } from './item-dialogs.tsx';
import { ItemPanel } from './item-panel.tsx';
import { ItemToolbar } from './item-toolbar.tsx';
import { ItemsTable } from './items-table.tsx';
import { ITEM_FILTERS, type ItemFilters, itemsQuery, toQuery } from './queries.ts';
import { useFreshPhotoUrls } from './use-fresh-photo-urls.ts';
import { useItemChanges } from './use-item-changes.ts';

const NO_ITEMS: readonly AdminItem[] = [];

/** All items, sold and banned ones included, with their actions. */
export function ItemsPage() {
	const { filters, page, isFiltered, change, goToPage, pageSize, sorting } = useFilters(
		ITEM_FILTERS,
		'items',
	);
	const { openedId, open } = useOpenedId('item');
	const query = useQuery(itemsQuery(filters, page));
	const items = query.data?.items ?? NO_ITEMS;
	const { ids, selected, select, clear } = useSelection(items, ({ id }) => id);
	const [openDialog, setOpenDialog] = useState<OpenItemDialog>();
	const changes = useItemChanges();
	const handlers = {
		ban: (item: AdminItem) => setOpenDialog({ kind: 'ban', item }),
		unban: (item: AdminItem) => changes.unbanning.mutate(item),
		relist: (item: AdminItem) => setOpenDialog({ kind: 'relist', item }),
		remove: (item: AdminItem) => setOpenDialog({ kind: 'delete', item }),
	};
	function remove(item: AdminItem) {
		setOpenDialog(undefined);
		if (item.id === openedId) open(undefined);
		changes.deleting.mutate(item);
	}

	return (
		<div className="grid gap-4" {...useFreshPhotoUrls()}>
			<ListHeading keyHints={ITEM_KEY_HINTS} aside={<ItemsExport filters={filters} />}>
				Items
			</ListHeading>
			<div>
				<ItemToolbar filters={filters} onChange={change} />
				<ListBody
					label="Items"
					query={query}
					failureMessage={ADMIN_ITEM_MESSAGES.loadFailed}
					empty={isFiltered ? NOTHING_FOUND : NOTHING_YET}
					singular="item"
					plural="items"
					onPageChange={goToPage}
					pageSize={pageSize}
					isEmpty={(data) => data.items.length === 0}
				>
					{(data, isBusy) => (
						<ItemsTable
							items={data.items}
							isBusy={isBusy}
							handlers={handlers}
							openedId={openedId}
							onOpen={open}
							selectedIds={ids}
							onSelect={select}
							sorting={sorting}
						/>
					)}
				</ListBody>
				<ItemBulk selected={selected} onClear={clear} />
			</div>
			{openedId !== undefined && (
				<ItemPanel
					id={openedId}
					listed={items.find(({ id }) => id === openedId)}
					handlers={handlers}
					onClose={() => open(undefined)}
				/>
			)}
			<ItemDialogs
				openDialog={openDialog}
				changes={changes}
				onClose={() => setOpenDialog(undefined)}
				onDelete={remove}
			/>
		</div>
	);
}

function ItemsExport({ filters }: { filters: ItemFilters }) {
	return (
		<ExportButton
			endpoint={exportItems}
			input={{ query: toQuery(filters) }}
			label="Export CSV"
			failureMessage={ADMIN_ITEM_MESSAGES.exportFailed}
		/>
	);
}

const NOTHING_FOUND = { title: 'No items found', hint: 'Try other words or fewer filters.' };
const NOTHING_YET = { title: 'No items yet', hint: 'Everything that is posted is listed here.' };
