import { openVendure, SHOP } from './vendure-open.ts';

/*
 * Vendure as a process of its own. `node bench/vendure-shop.ts <where it is installed> postgres://…`
 */
const [, , folder = '', databaseUrl = ''] = process.argv;
const { address, close } = await openVendure(folder, databaseUrl);
process.stdout.write(`Vendure is open at ${address}/${SHOP}\n`);
process.once('SIGTERM', async () => {
	await close();
	process.exit();
});
