import type { ReactNode } from 'react';
import { BreakableText } from './breakable-text.tsx';
import type { Column, ListSection } from './list-section.ts';
import { RowActions } from './row-actions.tsx';
import { SortHeader, type Sorting } from './sort-header.tsx';
import type { ListAction } from './use-list-keys.ts';

interface DataTableProps<Row extends { id: number }> {
	section: ListSection<Row>;
	rows: readonly Row[];
	/** The buttons of a row besides `View`, which the table adds as the first one. */
	actionsOf: (row: Row) => readonly ListAction[];
	open: (id: number) => void;
	openedId: number | undefined;
	selectedIds: ReadonlySet<number>;
	onSelect: (ids: ReadonlySet<number>) => void;
	/** True while another page loads. */
	isBusy: boolean;
	sorting: Sorting;
}

/** A table with sticky headers; on phones each row is a card. `ListHeading` handles its keyboard shortcuts. */
export function DataTable<Row extends { id: number }>(props: DataTableProps<Row>) {
	const { section, rows, isBusy } = props;

	return (
		<div className="office-list">
			<table
				aria-label={section.heading}
				aria-busy={isBusy || undefined}
				className="office-table aria-busy:opacity-60"
			>
				<thead>
					<tr>
						{section.bulk && (
							<th scope="col" data-box="" className="w-11">
								<SelectAll {...props} bulk={section.bulk} />
							</th>
						)}
						{section.columns.map((column) => (
							<ColumnHeader key={column.title} column={column} sorting={props.sorting} />
						))}
						<th scope="col" data-figure="" data-actions="">
							Actions
						</th>
					</tr>
				</thead>
				<tbody>
					{rows.map((row) => (
						<TableRow key={row.id} row={row} {...props} />
					))}
				</tbody>
			</table>
		</div>
	);
}

function TableRow<Row extends { id: number }>({
	row,
	...props
}: DataTableProps<Row> & { row: Row }) {
	const { section, actionsOf, open, openedId } = props;
	const name = section.nameOf(row);
	const view: ListAction = { label: 'View', key: 'Enter', run: () => open(row.id) };

	return (
		<tr data-open={row.id === openedId || undefined}>
			{section.bulk && (
				<td className="w-11" data-box="">
					<RowCheckbox {...props} row={row} bulk={section.bulk} />
				</td>
			)}
			{section.columns.map((column) => (
				<td
					key={column.title}
					{...dataAttributesOf(column)}
					data-label={column.title || undefined}
					data-short={column.isNowrap || undefined}
					data-cut={column.isTruncated || undefined}
				>
					<CellContent>{column.cell(row)}</CellContent>
				</td>
			))}
			<td data-actions="">
				<RowActions actions={[view, ...actionsOf(row)]} name={name} />
			</td>
		</tr>
	);
}

interface ColumnHeaderProps<Row> {
	column: Column<Row>;
	sorting: Sorting;
}

function ColumnHeader<Row>({ column, sorting }: ColumnHeaderProps<Row>) {
	const { title, sort } = column;
	const dataAttributes = dataAttributesOf(column);
	if (sort)
		return <SortHeader {...sorting} title={title} dataAttributes={dataAttributes} sort={sort} />;
	return (
		<th scope="col" {...dataAttributes}>
			{title || <span className="sr-only">Picture</span>}
		</th>
	);
}

/** Attributes of header and cells for the styles in `admin.css`. */
function dataAttributesOf<Row>(column: Column<Row>) {
	return {
		'data-figure': column.isNumeric || undefined,
		'data-main': column.isMain || undefined,
		'data-stays': column.isShownBesidePanel || undefined,
		'data-spare': column.isHiddenBesidePanel || undefined,
		'data-only': column.visibleFrom,
	};
}

function CellContent({ children }: { children: ReactNode }) {
	if (typeof children !== 'string') return children;
	return (
		<span className="wide:line-clamp-2">
			<BreakableText>{children}</BreakableText>
		</span>
	);
}

const BOX_CLASS = 'grid size-11 cursor-pointer place-items-center has-disabled:opacity-40';

interface SelectionProps<Row extends { id: number }>
	extends Pick<DataTableProps<Row>, 'section' | 'rows' | 'selectedIds' | 'onSelect'> {
	bulk: NonNullable<ListSection<Row>['bulk']>;
}

function RowCheckbox<Row extends { id: number }>({
	row,
	section,
	bulk: { isSelectable = () => true },
	selectedIds,
	onSelect,
}: SelectionProps<Row> & { row: Row }) {
	function toggle() {
		const newSelection = new Set(selectedIds);
		if (!newSelection.delete(row.id)) newSelection.add(row.id);
		onSelect(newSelection);
	}

	return (
		<label className={BOX_CLASS}>
			<input
				type="checkbox"
				data-key="x"
				aria-label={`Select ${section.nameOf(row)}`}
				checked={selectedIds.has(row.id)}
				disabled={!isSelectable(row)}
				onChange={toggle}
				className="size-4.5 accent-link"
			/>
		</label>
	);
}

function SelectAll<Row extends { id: number }>({
	rows,
	bulk: { allLabel, isSelectable = () => true },
	selectedIds,
	onSelect,
}: SelectionProps<Row>) {
	const selectable = rows.filter(isSelectable).map(({ id }) => id);
	const areAllSelected = selectable.length > 0 && selectable.every((id) => selectedIds.has(id));
	const areSomeSelected = !areAllSelected && selectable.some((id) => selectedIds.has(id));

	return (
		<label className={BOX_CLASS}>
			<input
				type="checkbox"
				ref={(box) => {
					if (box) box.indeterminate = areSomeSelected;
				}}
				aria-label={allLabel}
				checked={areAllSelected}
				disabled={selectable.length === 0}
				onChange={() => onSelect(new Set(areAllSelected ? [] : selectable))}
				className="size-4.5 accent-link"
			/>
			<span aria-hidden="true" className="narrow-only text-sm font-semibold">
				{allLabel}
			</span>
		</label>
	);
}
