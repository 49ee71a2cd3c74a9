import type { ComponentType } from 'react';

/** The module of a page. Its component is named after the page: `MyReportsPage` for the page `myReports`. */
export type PageModule<Name extends string> = Record<`${Capitalize<Name>}Page`, ComponentType>;

/**
 * Loads the component of a page.
 * @param load imports the `PageModule` of the page `name`
 */
export async function loadPageComponent(
	name: string,
	load: () => Promise<Record<string, ComponentType>>,
): Promise<ComponentType> {
	const exportName = `${name.charAt(0).toUpperCase()}${name.slice(1)}Page`;
	return (await load())[exportName] as ComponentType;
}
