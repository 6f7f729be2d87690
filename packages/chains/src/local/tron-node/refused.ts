/** The response codes of java-tron's `Return` (api.proto) that this node can answer with. */
export type ResponseCode =
  | 'SIGERROR'
  | 'CONTRACT_VALIDATE_ERROR'
  | 'BANDWITH_ERROR'
  | 'DUP_TRANSACTION_ERROR'
  | 'TAPOS_ERROR'
  | 'TRANSACTION_EXPIRATION_ERROR'
  | 'OTHER_ERROR';

/** The node refuses a transaction, with java-tron's response code. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: ResponseCode;
  /** The id that the node found, where it came so far. */
  readonly txID: string | undefined;

  constructor(code: ResponseCode, message: string, txID?: string) {
    super(message);
    this.code = code;
    this.txID = txID;
  }
}

/** A contract that does not pass validation, in java-tron's words. */
export function invalid(message: string): Refused {
  return new Refused('CONTRACT_VALIDATE_ERROR', `Contract validate error : ${message}`);
}
