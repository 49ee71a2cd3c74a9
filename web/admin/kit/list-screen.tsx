import type { ReactNode } from 'react';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { BulkBar, useSelection } from './bulk-bar.tsx';
import { DataTable } from './data-table.tsx';
import { ExportButton } from './export-button.tsx';
import { KeyHints } from './key-hints.tsx';
import { ListBody } from './list-body.tsx';
import type { ListSection } from './list-section.ts';
import { type PanelProps, RowPanel } from './row-panel.tsx';
import { Toolbar } from './toolbar.tsx';
import { useOpenedId } from './use-filters.ts';
import { useList } from './use-list.ts';
import { type ListAction, useListKeys } from './use-list-keys.ts';
import { useRowActions } from './use-row-actions.tsx';

interface ListHeadingProps {
	title: string;
	/** Shortcuts besides those of every list. */
	keys: Readonly<Record<string, string>> | undefined;
	/** Buttons on the whole list. */
	children: ReactNode;
}

/** The title of a list, the hints about its keyboard shortcuts, and its buttons. Also handles the shortcuts. */
function ListHeading({ title, keys, children }: ListHeadingProps) {
	useListKeys();

	return (
		<div className="flex min-h-11 flex-wrap items-center justify-end gap-x-5 gap-y-2">
			<PageHeading size="text-2xl" className="mr-auto">
				{title}
			</PageHeading>
			<div className="flex flex-wrap gap-2 empty:hidden">{children}</div>
			<KeyHints keys={keys} />
		</div>
	);
}

interface ListScreenProps<Row extends { id: number }> {
	section: ListSection<Row>;
	/** Buttons on the whole list, besides the export. */
	buttons?: ReactNode;
	/** Shown between heading and filters. */
	children?: ReactNode;
	/** Buttons of a row; those of the section unless given. */
	actionsOf?: (row: Row) => readonly ListAction[];
	/** The panel, for sections without `details`. */
	renderPanel?: (props: PanelProps<Row>) => ReactNode;
}

/** The whole screen of a section: filters, table, panel, actions on one row and on several, shortcuts, export. */
export function ListScreen<Row extends { id: number }>(props: ListScreenProps<Row>) {
	const { section, buttons, children } = props;
	const { heading, bulk, details } = section;
	const list = useList(section);
	const { openedId, open } = useOpenedId(section.openedParam);
	const rows = list.query.data?.rows ?? [];
	const { ids, selected, select, clear } = useSelection(rows);
	const rowActions = useRowActions(section, (id) => id === openedId && open(undefined));
	const { actionsOf = rowActions.actionsOf, renderPanel = renderDetails } = props;

	function renderDetails(panelProps: PanelProps<Row>): ReactNode {
		// In an append-only section the panel takes its row from the list, and requests only a row that is not listed.
		if (!details || (section.isAppendOnly && list.query.isPending)) return null;
		return <RowPanel {...panelProps} section={section} details={details} actionsOf={actionsOf} />;
	}

	return (
		<div className="grid gap-4">
			<ListHeading title={heading} keys={section.keys}>
				{section.export && <ExportButton {...section.export} query={list.filterQuery} />}
				{buttons}
			</ListHeading>
			{children}
			<div>
				<Toolbar source={section} values={list.filters} onChange={list.change} />
				<ListBody source={section} list={list}>
					{(page, isBusy) => (
						<DataTable
							section={section}
							rows={section.toShownRows?.(page.rows, list.filters) ?? page.rows}
							actionsOf={actionsOf}
							open={open}
							openedId={openedId}
							selectedIds={ids}
							onSelect={select}
							isBusy={isBusy}
							sorting={list.sorting}
						/>
					)}
				</ListBody>
				{bulk && (
					<BulkBar
						noun={section.noun}
						changes={bulk.changes}
						selected={selected}
						onSend={rowActions.sendForRows}
						onClear={clear}
					/>
				)}
			</div>
			{openedId !== undefined &&
				renderPanel({
					id: openedId,
					listed: rows.find(({ id }) => id === openedId),
					onClose: () => open(undefined),
				})}
			{rowActions.dialogs}
		</div>
	);
}
