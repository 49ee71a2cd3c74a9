import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ADMIN_ITEM_MESSAGES, type AdminItem, exportItems } from '#contract/admin/items.ts';
import { ExportButton } from '#web/admin/kit/export-button.tsx';
import { ListBody } from '#web/admin/kit/list-body.tsx';
import { ListHeading } from '#web/admin/kit/list-heading.tsx';
import { useFilters, useOpened } from '#web/admin/kit/use-filters.ts';
import { useSelection } from '#web/admin/kit/use-selection.ts';
import { ITEM_KEYS } from './item-actions.ts';
import { ItemBulk } from './item-bulk.tsx';
import { type AskedAboutItem, ItemDialogs } from './item-dialogs.tsx';
import { ItemPanel } from './item-panel.tsx';
import { ItemToolbar } from './item-toolbar.tsx';
import { ItemsTable } from './items-table.tsx';
import { asSent, ITEM_FILTERS, type ItemFilters, itemsQuery } from './queries.ts';
import { useFreshPictures } from './use-fresh-pictures.ts';
import { useItemChanges } from './use-item-changes.ts';

const NOTHING: readonly AdminItem[] = [];

/** Everything on the market, sold and banned as well, and what can be done about it. */
export function ItemsPage() {
	const { filters, page, isFiltered, change, turnTo, rows, sorting } = useFilters(
		ITEM_FILTERS,
		'items',
	);
	const { opened, open } = useOpened('item');
	const query = useQuery(itemsQuery(filters, page));
	const items = query.data?.items ?? NOTHING;
	const { ids, selected, select, clear } = useSelection(items, ({ id }) => id);
	const [asked, setAsked] = useState<AskedAboutItem>();
	const changes = useItemChanges();
	const handlers = {
		ban: (item: AdminItem) => setAsked({ what: 'ban', item }),
		unban: (item: AdminItem) => changes.unbanning.mutate(item),
		relist: (item: AdminItem) => setAsked({ what: 'relist', item }),
		remove: (item: AdminItem) => setAsked({ what: 'delete', item }),
	};
	function remove(item: AdminItem) {
		setAsked(undefined);
		if (item.id === opened) open(undefined);
		changes.deleting.mutate(item);
	}

	return (
		<div className="grid gap-4" {...useFreshPictures()}>
			<ListHeading keys={ITEM_KEYS} aside={<ItemsExport filters={filters} />}>
				Items
			</ListHeading>
			<div>
				<ItemToolbar filters={filters} onChange={change} />
				<ListBody
					label="Items"
					query={query}
					failed={ADMIN_ITEM_MESSAGES.loadFailed}
					empty={isFiltered ? NOTHING_FOUND : NOTHING_YET}
					one="item"
					many="items"
					onTurn={turnTo}
					rows={rows}
					isEmpty={(answer) => answer.items.length === 0}
				>
					{(answer, isBusy) => (
						<ItemsTable
							items={answer.items}
							isBusy={isBusy}
							handlers={handlers}
							openedId={opened}
							onOpen={open}
							selectedIds={ids}
							onSelect={select}
							sorting={sorting}
						/>
					)}
				</ListBody>
				<ItemBulk selected={selected} onClear={clear} />
			</div>
			{opened !== undefined && (
				<ItemPanel
					id={opened}
					known={items.find(({ id }) => id === opened)}
					handlers={handlers}
					onClose={() => open(undefined)}
				/>
			)}
			<ItemDialogs
				asked={asked}
				changes={changes}
				onClose={() => setAsked(undefined)}
				onDelete={remove}
			/>
		</div>
	);
}

function ItemsExport({ filters }: { filters: ItemFilters }) {
	return (
		<ExportButton
			endpoint={exportItems}
			input={{ query: asSent(filters) }}
			label="Export CSV"
			failed={ADMIN_ITEM_MESSAGES.exportFailed}
		/>
	);
}

const NOTHING_FOUND = { title: 'No items found', hint: 'Try other words or fewer filters.' };
const NOTHING_YET = { title: 'No items yet', hint: 'Everything that is posted is listed here.' };
