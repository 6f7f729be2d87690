export {
  type AddressBook,
  addPayee,
  assertMayPay,
  getAddressBook,
  type Payee,
  removePayee,
  setPaysListedOnly,
} from './payees.ts';
